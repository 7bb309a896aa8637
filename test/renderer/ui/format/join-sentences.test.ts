import { expect, test } from 'vitest'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

test('Joined sentences end with the full stop of the language, with spaces between them in English only', () => {
  setMessageLanguage('en')
  expect(joinSentences(['Another Banto is using this profile', 'Close it.', '', null])).toBe(
    'Another Banto is using this profile. Close it.',
  )
  setMessageLanguage('ja')
  expect(joinSentences(['使用中です', '終了してください。', undefined])).toBe('使用中です。終了してください。')
  setMessageLanguage('en')
})
