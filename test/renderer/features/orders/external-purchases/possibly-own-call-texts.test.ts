import { expect, test } from 'vitest'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each([
  ['en', /response/u],
  ['ja', /応答/u],
] as const)(
  'A log entry that a call of Banto may have caused is not said to have its response, which may not have arrived (%s)',
  (language, response) => {
    expect(setMessageLanguage(language)('orders.externalPurchases.ownSimilar')).not.toMatch(response)
  },
)
