import { expect, test } from 'vitest'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('The filter for a number of days mentions expired domains, because it includes them', () => {
  for (const [language, expired] of [
    ['en', /expired/i],
    ['ja', /期限切れ/],
  ] as const) {
    const says = setMessageLanguage(language)
    for (const key of ['common.expiry.within', 'orders.renew.within']) expect(says(key, { n: 30 })).toMatch(expired)
  }
  setMessageLanguage('en')
})
