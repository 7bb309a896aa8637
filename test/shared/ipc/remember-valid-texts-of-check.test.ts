import { expect, test } from 'vitest'
import { createCheckRememberingValidTexts } from '#shared/ipc/remember-valid-texts-of-check.ts'

test('A valid text that is repeated is checked once, and an invalid one stays invalid', () => {
  const checked: string[] = []
  const isValid = createCheckRememberingValidTexts((text) => {
    checked.push(text)
    return text !== ''
  })
  expect(['VIP', 'host', 'VIP', 'host', '', ''].map(isValid)).toEqual([true, true, true, true, false, false])
  expect(checked).toEqual(['VIP', 'host', '', ''])
})
