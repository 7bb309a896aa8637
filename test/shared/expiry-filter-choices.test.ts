import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  expiryFilterChoices,
  toExpiryFilter,
  formatExpiryInterval,
  isExpiryFilterChoice,
  listExpiryFilterChoices,
  type ExpiryFilterChoice,
} from '#shared/expiry-filter-choices.ts'

test('A list offers every expiry choice once, in the order of the days, and any choice that a link has made', () => {
  expect(listExpiryFilterChoices('any')).toEqual(expiryFilterChoices)
  expect(listExpiryFilterChoices('7')).toEqual(expiryFilterChoices)
  expect(listExpiryFilterChoices('45')).toEqual([
    ...['any', '1', '7', '14', '30', '45', '60', '90'],
    ...['expired', 'undetermined'],
  ])
  const month = formatExpiryInterval('2026-12-01', '2026-12-31')
  expect(listExpiryFilterChoices(month)).toEqual([...expiryFilterChoices, month])
})

const noLimits = { expiresWithinDays: null, expiresFrom: null, expiresTo: null, hasNoExpiryDate: false }

test.each<[ExpiryFilterChoice, Partial<ReturnType<typeof toExpiryFilter>>]>([
  ['any', {}],
  ['45', { expiresWithinDays: 45 }],
  ['expired', { expiresWithinDays: -1 }],
  ['undetermined', { hasNoExpiryDate: true }],
  [formatExpiryInterval('2026-11-20', '2026-11-30'), { expiresFrom: '2026-11-20', expiresTo: '2026-11-30' }],
  [formatExpiryInterval('2027-11-01', null), { expiresFrom: '2027-11-01' }],
])('The expiry choice %s sets only its own fields of the filter', (choice, fields) => {
  expect(isExpiryFilterChoice(choice)).toBe(true)
  expect(toExpiryFilter(choice)).toEqual({ ...noLimits, ...fields })
})

test('A stored expiry choice is a whole positive number of days, an interval of dates, or a name', () => {
  for (const text of ['any', 'expired', '1', '45', '365']) expect(isExpiryFilterChoice(text), text).toBe(true)
  for (const text of ['', '0', '-1', '1.5', '07', '1e3', 'soon', 7, null])
    expect(isExpiryFilterChoice(text)).toBe(false)
  for (const text of ['2026-11/2026-12', '../2026-11-30', '2026-11-01/']) expect(isExpiryFilterChoice(text)).toBe(false)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), (days) => {
      expect(isExpiryFilterChoice(`${days}`)).toBe(true)
      expect(toExpiryFilter(`${days}`).expiresWithinDays).toBe(days)
    }),
  )
})
