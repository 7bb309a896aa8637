import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createI18n } from 'vue-i18n'
import { errorKinds } from '#shared/app-error.ts'
import { en } from '#renderer/text/en.ts'
import { ja } from '#renderer/text/ja.ts'

const folder = join(import.meta.dirname, '../../../src/renderer')

function leaves(node: object, path = ''): [key: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]) => {
    const key = path ? `${path}.${name}` : name
    return typeof value === 'string' ? [[key, value] as [string, string]] : leaves(value as object, key)
  })
}

const english = new Map(leaves(en))
const japanese = new Map(leaves(ja))

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string))].sort()
}

/** Every `t('a.b')` of the sources, without those whose key is put together. */
function usedKeys(): [file: string, key: string][] {
  return globSync('**/*.{ts,vue}', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    return [...source.matchAll(/\bt\(\s*'([\w.]+)'/g)].map((match) => [file, match[1] as string] as [string, string])
  })
}

describe('texts', () => {
  test('both languages have the same texts with the same values in them', () => {
    expect([...japanese.keys()].sort()).toEqual([...english.keys()].sort())
    const differing = [...english].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(japanese.get(key) ?? '').join(),
    )
    expect(differing.map(([key]) => key)).toEqual([])
  })

  test('every text that a view names exists', () => {
    const used = usedKeys()
    expect(used.length).toBeGreaterThan(100)
    expect(used.filter(([, key]) => !english.has(key))).toEqual([])
  })

  test('no text about orders or calls speaks of a failure: what has no answer may have happened', () => {
    const areas = /^(orders|ordersCsv|shop|logs)\./
    // Of the registrar's work after a charge, which is no call.
    const allowed = ['shop.pay.notice.noRefund']
    const about = [english, japanese].flatMap((texts) =>
      [...texts].filter(([key]) => areas.test(key) && !allowed.includes(key)),
    )
    expect(about.length).toBeGreaterThan(600)
    expect(about.filter(([, text]) => /fail|失敗/i.test(text))).toEqual([])
  })

  test('no text uses a word that a bank or a provider would not write', () => {
    const english =
      /Not by Banto|[Mm]ay have happened|Refused, not charged|[Nn]ot carried out|Waits for you|\bsettled\b|[Yy]our word|cautious start|[Ss]tart Banto again|anew\b|[Ll]ook at (the key|merging)|tell balances/
    const japanese =
      /可能性あり|受付拒否|実行なし|操作待ち|結果が判明|取り消|控えめ|読み取れず|未取得|前回取得|取得範囲|取得していません/
    const found = [
      ...leaves(en).filter(([, text]) => english.test(text)),
      ...leaves(ja).filter(([, text]) => japanese.test(text)),
    ]
    expect(found).toEqual([])
  })

  test('what is checked before paying is told as not charged, never as not sent: a dry run is sent', () => {
    const found = [english, japanese].flatMap((texts) =>
      [...texts].filter(([, text]) => /nothing is sent before|支払うまで何も送信/i.test(text)),
    )
    expect(found).toEqual([])
  })

  test('before an auth code is typed it is told that the check already sends it to the service', () => {
    expect(english.get('shop.transfer.authCodeHint')).toMatch(/Sent to the service .*\bcheck/)
    expect(japanese.get('shop.transfer.authCodeHint')).toMatch(/確認時.*サービスへ送信/)
  })

  test('every kind of error says what happened and what to do, in both languages', () => {
    for (const kind of errorKinds) {
      for (const texts of [english, japanese]) {
        expect(texts.get(`errors.kinds.${kind}.title`), kind).toBeTruthy()
        expect(texts.get(`errors.kinds.${kind}.remedy`), kind).toBeTruthy()
      }
    }
  })

  test('every text is rendered as it is written, without a leftover of the message syntax', () => {
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
})
