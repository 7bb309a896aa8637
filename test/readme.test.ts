import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { orderIntentEvents, storedOrderIntentStates } from '#shared/ipc/order-intent-schemas.ts'

const root = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  'src/main/api/README.md',
  'src/main/orders/README.md',
  'src/simulator/README.md',
  'test/README.md',
  'test/electron-stand-in/readme.md',
]
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')
const { scripts, dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>
const findAll = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map((match) => match[1] as string)),
]

describe('The pages for readers', () => {
  test.each(pages)('%s names only commands that exist', (page) => {
    const named = findAll(textOf(page), /npm run (?:-s )?([\w-]+)/g)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  test.each(pages)('%s names and links only files and folders that exist', (page) => {
    const text = textOf(page)
    const named = findAll(text, /`((?:src|test|build)\/[\w./-]+)`/g)
    const linked = findAll(text, /\]\(([^)#]+)(?:#[\w-]+)?\)/g).map((link) => join(dirname(page), link))
    expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('The page on orders names only files of src/main that exist', () => {
    const named = findAll(textOf('src/main/orders/README.md'), /`((?:accounts|api|ipc|orders)\/[\w./-]+)`/g)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((path) => !existsSync(join(root, 'src/main', path)))).toEqual([])
  })

  test('The README has at most 160 lines, names every dependency once, and no other', () => {
    const readme = textOf('README.md')
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(160)
    const table = readme.split('## Dependencies')[1] ?? ''
    const named = findAll(table, /^\| ([^|]+) \|/gm).flatMap((cell) => cell.split(', '))
    expect(named.filter((name) => name !== 'package' && !/^-+$/.test(name)).sort()).toEqual(
      Object.keys({ ...dependencies, ...devDependencies }).sort(),
    )
  })

  test('The diagram of orders draws every state and event of an intent, and no other', () => {
    const [, diagram = ''] =
      /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(textOf('src/main/orders/README.md')) ?? []
    const arrows = [...diagram.matchAll(/^ {2}(\S+) --> ([^\s:]+)(?:: (.*))?$/gm)].map(([, from, to, label = '']) => ({
      from,
      to,
      events: label
        .replaceAll(/ \(.*?\)/g, '')
        .split(', ')
        .filter(Boolean),
    }))
    const states = new Set(arrows.flatMap(({ from, to }) => [from, to]).filter((state) => state !== '[*]'))
    expect([...states].sort()).toEqual([...storedOrderIntentStates].sort())
    expect([...new Set(arrows.flatMap(({ events }) => events))].sort()).toEqual([...orderIntentEvents].sort())
  })
})
