import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { en } from '#renderer/text/en.ts'
import { createMissingPlaceholderValueFinder } from '#renderer/text/find-missing-placeholder-values.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { findTextCalls } from './find-text-calls.ts'

const folder = join(import.meta.dirname, '../../../src/renderer')
const { t } = i18n.global

beforeEach(() => {
  i18n.global.locale.value = 'en'
})

test('A view that names a text passes all values of the text', () => {
  const findMissing = createMissingPlaceholderValueFinder({ en })
  let calls = 0
  const missing = globSync('**/*.{ts,vue}', { cwd: folder }).flatMap((file) =>
    findTextCalls(readFileSync(join(folder, file), 'utf8')).flatMap(({ line, keys, values }) => {
      if (values === null) return []
      calls += keys.length
      const passed = Object.fromEntries([...values].map((name) => [name, '']))
      return keys
        .map((key) => ({ key, names: findMissing('en', key, [passed]) }))
        .filter(({ names }) => names.length > 0)
        .map(({ key, names }) => `${file}:${line} ${key}: ${names.join(', ')}`)
    }),
  )
  expect(missing).toEqual([])
  expect(calls).toBeGreaterThan(2_000)
})

test('A call in a script or a template is found with its keys and the names of its values', () => {
  const found = (source: string) =>
    findTextCalls(source).map(({ keys, values }) => [keys.join(' '), values && [...values].join(' ')])
  expect(found(`<p :title="t('a.b', { name, n: size(x) }, 2)">{{ t(isOld ? 'c' : 'd') }}</p>`)).toEqual([
    ['a.b', 'name n count'],
    ['c d', ''],
  ])
  expect(found("t('e', { ...(has && { one }), two })")).toEqual([['e', 'one two']])
  expect(found("t('f', values); t(`g.${kind}`, { n })")).toEqual([
    ['f', null],
    ['', 'n'],
  ])
})

test('A text that is shown without one of its values is reported, in both languages', () => {
  for (const language of ['en', 'ja'] as const) {
    i18n.global.locale.value = language
    expect(() => t('common.exported')).toThrow('A text lacks a value: common.exported: path')
    expect(() => t('common.exported', { path: undefined })).toThrow('common.exported: path')
    expect(() => t('common.ageOf', { label: '', time: '' })).toThrow('common.ageOf: age')
  }
  i18n.global.locale.value = 'en'
  expect(t('common.exported', { path: 'a.csv' })).toBe('Saved to a.csv')
})

test('The count of a plural is a value of its text', () => {
  expect(t('domains.count', 2)).toBe('2 domains')
  expect(t('domains.count', { n: '1,000' }, 1_000)).toBe('1,000 domains')
})
