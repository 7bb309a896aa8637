import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { describeNotification } from '#main/notifications/describe-notification.ts'

test('A notification of expiries says how old the oldest list is, and not when the oldest expiry date was read', () => {
  const facts = {
    kind: 'domains_expiring',
    days: 7,
    countsByWarningPeriod: [{ days: 7, count: 2 }],
    oldestReadAt: 0,
    hasSharedRows: false,
  } as const
  const bodyIn = (language: 'en' | 'ja') =>
    describeNotification({ ...facts, countsByWarningPeriod: [...facts.countsByWarningPeriod] }, language, 3 * dayMs)
      .body
  expect(bodyIn('en')).toBe('Oldest data read 3 days ago.')
  expect(bodyIn('ja')).toBe('最も古い情報は 3 日前に読み込んだものです。')
})
