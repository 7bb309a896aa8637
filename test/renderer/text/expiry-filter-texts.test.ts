import { expect, test } from 'vitest'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('The filter for a number of days mentions dates in the past, because it includes them', () => {
  for (const [language, overdue, expired] of [
    ['en', /overdue/i, /expired/i],
    ['ja', /期限超過/, /期限切れ/],
  ] as const) {
    const says = setMessageLanguage(language)
    expect(says('common.expiry.within', { n: 30 })).toMatch(overdue)
    expect(says('orders.renew.within', { n: 30 })).toMatch(expired)
  }
  setMessageLanguage('en')
})

test('The filter by expiry date has another word for dates in the past than the status that the service gives', () => {
  for (const language of ['en', 'ja'] as const) {
    const says = setMessageLanguage(language)
    expect(says('common.expiry.expired')).not.toBe(says('common.status.domain.expired'))
  }
  setMessageLanguage('en')
})
