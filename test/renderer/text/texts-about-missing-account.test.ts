import { expect, test } from 'vitest'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('An order does not say that its account or key was removed, because an older backup may lack both', () => {
  for (const language of ['en', 'ja'] as const) {
    const says = setMessageLanguage(language)
    for (const key of ['orders.obsoleteReason.no_account', 'orders.unknownKey'])
      expect(says(key)).not.toMatch(/removed|削除/i)
  }
  setMessageLanguage('en')
})

test('A change does not say that its account was removed, because the backup may be older than the history', () => {
  for (const language of ['en', 'ja'] as const)
    expect(setMessageLanguage(language)('activity.noAccount')).not.toMatch(/removed|削除/i)
  setMessageLanguage('en')
})
