import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expiryFilterChoices, isExpiryChoice, listExpiryChoices, maxDaysToExpiry } from '#shared/expiry-choices.ts'

test('A list offers every expiry choice once, in the order of the days, and any number of days that a link has chosen', () => {
  expect(listExpiryChoices('any')).toEqual(expiryFilterChoices)
  expect(listExpiryChoices('7')).toEqual(expiryFilterChoices)
  expect(listExpiryChoices('45')).toEqual(['any', '1', '7', '14', '30', '45', '60', '90', 'expired'])
})

test('A stored expiry choice is a whole positive number of days, or a name', () => {
  for (const text of ['any', 'expired', '1', '45', '365']) expect(isExpiryChoice(text), text).toBe(true)
  for (const text of ['', '0', '-1', '1.5', '07', '1e3', 'soon', 7, null]) expect(isExpiryChoice(text)).toBe(false)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), (days) => {
      expect(isExpiryChoice(`${days}`)).toBe(true)
      expect(maxDaysToExpiry(`${days}`)).toBe(days)
    }),
  )
})
