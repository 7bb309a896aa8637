import { expect, test } from 'vitest'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each([
  ['en', /No API call was made\.$/],
  ['ja', /APIは呼び出していません。$/],
] as const)(
  'A finished comparison with name servers says of the past that no API call was made (%s)',
  (language, text) => {
    expect(setMessageLanguage(language)('dnsComparison.limits', { types: 'A' })).toMatch(text)
    setMessageLanguage('en')
  },
)

test.each([
  ['en', /was cancelled/],
  ['ja', /中止/],
] as const)(
  'A comparison without a result says that it was cancelled, not that no name server was asked (%s)',
  (language, text) => {
    expect(setMessageLanguage(language)('dnsComparison.cancelled.title')).toMatch(text)
    setMessageLanguage('en')
  },
)

test.each([
  ['en', /(in Banto|that Banto had) at the time of this comparison/i],
  ['ja', /比較の時点/],
] as const)(
  'The name servers that a comparison took from Banto are called those of its time, not those of now (%s)',
  (language, text) => {
    const t = setMessageLanguage(language)
    for (const state of ['same', 'differs', 'not_found', 'failed'])
      expect(t(`dnsComparison.delegation.${state}`, { stored: 'ns1.a.example', resolved: 'ns1.b.example' })).toMatch(
        text,
      )
    setMessageLanguage('en')
  },
)
