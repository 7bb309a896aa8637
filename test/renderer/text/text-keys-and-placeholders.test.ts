import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createI18n } from 'vue-i18n'
import { errorKinds } from '#shared/error-kinds.ts'
import { en } from '#renderer/text/en.ts'
import { ja } from '#renderer/text/ja.ts'
import { english, japanese } from './all-texts.ts'

const folder = join(import.meta.dirname, '../../../src/renderer')

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string))].sort()
}

/** Every key in a call `t('a.b')` of the sources; computed keys are not found. */
function usedKeys(): [file: string, key: string][] {
  return globSync('**/*.{ts,vue}', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    return [...source.matchAll(/\bt\(\s*'([\w.]+)'/g)].map((match) => [file, match[1] as string] as [string, string])
  })
}

/** The fixed beginning and end of every computed key in a call such as t(`a.${b}.c`). */
function computedKeys(): { file: string; key: string; pattern: RegExp }[] {
  return globSync('**/*.{ts,vue}', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    return [...source.matchAll(/\bt\(\s*`([\w.]+\.)\$\{[^`]*`/g)].map(([key, start]) => {
      const end = /\}((?:\.\w+)*)`$/.exec(key)?.[1] ?? ''
      const [first, last] = [start, end].map((part) => (part ?? '').replaceAll('.', '\\.'))
      return { file, key, pattern: new RegExp(`^${first}[\\w.]+${last}${last === '' ? '' : '$'}`) }
    })
  })
}

test('Both languages have the same keys and the same placeholders', () => {
  expect([...japanese.keys()].sort()).toEqual([...english.keys()].sort())
  const differing = [...english].filter(
    ([key, text]) => placeholders(text).join() !== placeholders(japanese.get(key) ?? '').join(),
  )
  expect(differing.map(([key]) => key)).toEqual([])
})

test('Every text that a view names exists', () => {
  const used = usedKeys()
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(([, key]) => !english.has(key))).toEqual([])
})

test('Every computed text key has a text for at least one value', () => {
  const computed = computedKeys()
  expect(computed.length).toBeGreaterThan(100)
  const keys = [...english.keys()]
  const unknown = computed.filter(({ pattern }) => !keys.some((key) => pattern.test(key)))
  expect(unknown.map(({ file, key }) => `${file}: ${key}`)).toEqual([])
})

test('Every error kind has a title and a remedy in both languages', () => {
  for (const kind of errorKinds) {
    for (const texts of [english, japanese]) {
      expect(texts.get(`errors.kinds.${kind}.title`), kind).toBeTruthy()
      expect(texts.get(`errors.kinds.${kind}.remedy`), kind).toBeTruthy()
    }
  }
})

test('Every text is rendered without remaining message syntax', () => {
  for (const [locale, texts] of [
    ['en', english],
    ['ja', japanese],
  ] as const) {
    const i18n = createI18n({ legacy: false, locale, messages: { en, ja }, missingWarn: false })
    for (const [key, text] of texts) {
      const values = Object.fromEntries(placeholders(text).map((name) => [name, 'x@y|z']))
      const expected = text.split(' | ').map((form) => form.replace(/\{'(.)'\}/g, '$1').replace(/\{\w+\}/g, 'x@y|z'))
      expect(expected, `${locale} ${key}`).toContain(i18n.global.t(key, values, 2))
    }
  }
})
