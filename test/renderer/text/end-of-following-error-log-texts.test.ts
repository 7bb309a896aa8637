import { expect, test } from 'vitest'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('Why following an error log stopped is stated as past, because an error or a used limit may have ended since', () => {
  const inEnglish = setMessageLanguage('en')
  const ended = (reason: string) => inEnglish(`serverErrorLog.ended.${reason}`)
  expect(ended('error')).not.toContain('the error')
  expect(ended('dailyLimitUsed')).toMatch(/had been used\.$/)
  expect(setMessageLanguage('ja')('serverErrorLog.ended.dailyLimitUsed')).toContain('上限に近づいたため')
  setMessageLanguage('en')
})
