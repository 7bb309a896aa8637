import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Code without comments at the ends of lines, white space and trailing commas. */
const withoutLayout = (code: string) =>
  code
    .replaceAll(/ \/\/ .*$/gm, '')
    .replaceAll(/\s+/g, '')
    .replaceAll(/,(?=[)}\]])/g, '')
    .replace(/,$/, '')

test('The example of the README for a new endpoint is an entry of the catalog, so that it compiles', () => {
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split(/^#+ Add an endpoint$/m)
  const example = withoutLayout(/```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? '')
  const entries = globSync('src/shared/api/*-endpoints.ts', { cwd: root }).map((file) =>
    withoutLayout(readFileSync(join(root, file), 'utf8')),
  )
  expect(example).toContain('defineEndpoint({')
  expect(entries.filter((source) => source.includes(example))).toHaveLength(1)
})
