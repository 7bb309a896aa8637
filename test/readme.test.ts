import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { intentEvents, intentStates } from '#shared/ipc/order-intents.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const all = (pattern: RegExp) => [...new Set([...readme.matchAll(pattern)].map((match) => match[1] as string))]

describe('the README', () => {
  test('names only commands that there are', () => {
    const named = all(/npm run (?:-s )?([\w-]+)/g)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  test('names only files and folders that there are', () => {
    const named = all(/`((?:src|test|build)\/[\w./-]+)`/g)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('draws every state and event of an intent, and no other', () => {
    const [, diagram = ''] = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(readme) ?? []
    const arrows = [...diagram.matchAll(/^ {2}(\S+) --> ([^\s:]+)(?:: (.*))?$/gm)].map(([, from, to, label = '']) => ({ from, to, events: label.replaceAll(/ \(.*?\)/g, '').split(', ').filter(Boolean) }))
    const states = new Set(arrows.flatMap(({ from, to }) => [from, to]).filter((state) => state !== '[*]'))
    expect([...states].sort()).toEqual([...intentStates].sort())
    expect([...new Set(arrows.flatMap(({ events }) => events))].sort()).toEqual([...intentEvents].sort())
  })
})
