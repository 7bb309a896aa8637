import { expect, test } from 'vitest'
import { cacheValidTexts } from '#shared/ipc/cache-text-check.ts'

test('A valid text that is repeated is checked once, and an invalid one stays invalid', () => {
  const checked: string[] = []
  const isValid = cacheValidTexts((text) => {
    checked.push(text)
    return text !== ''
  })
  expect(['VIP', 'host', 'VIP', 'host', '', ''].map(isValid)).toEqual([true, true, true, true, false, false])
  expect(checked).toEqual(['VIP', 'host', '', ''])
})
