import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultExpiryThresholds, expiryThresholdsSchema, parseExpiryThresholds } from '#shared/expiry-thresholds.ts'
import {
  queryExpiryThresholdsOfAccount,
  queryExpiryThresholdsByAccount,
  queryFolderExpiryThresholds,
  saveFolderExpiryThresholds,
} from '#main/accounts/folder-expiry-threshold-store.ts'
import { openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('An account has the expiry thresholds of its folder, and the default ones without any', () => {
  const { database } = openTemporaryInventory(['a', 'b', 'c'])
  database.run(`update account set folder = 'Shops' where id = 'a'`)
  database.run(`update account set folder = 'Other' where id = 'b'`)
  saveFolderExpiryThresholds(database, 'Shops', [90, 10])
  saveFolderExpiryThresholds(database, '', [45])
  expect(Object.fromEntries(queryExpiryThresholdsByAccount(database))).toEqual({
    a: [90, 10],
    b: defaultExpiryThresholds,
    c: [45],
  })
  expect(queryExpiryThresholdsOfAccount(database, 'a')).toEqual([90, 10])
  saveFolderExpiryThresholds(database, 'Shops', [20])
  expect(queryExpiryThresholdsOfAccount(database, 'a')).toEqual([20])
  saveFolderExpiryThresholds(database, 'Shops', null)
  expect(queryExpiryThresholdsOfAccount(database, 'a')).toEqual(defaultExpiryThresholds)
  expect(queryFolderExpiryThresholds(database)).toEqual([{ folder: '', days: [45] }])
})

test('Stored thresholds that this version cannot read count as not set', () => {
  const { database } = openTemporaryInventory(['a'])
  for (const days of ['no json', '[0]', '[1, 7]', '{}']) {
    database.run('insert or replace into folder_expiry_thresholds (folder, days) values (?, ?)', '', days)
    expect(queryExpiryThresholdsOfAccount(database, 'a'), days).toEqual(defaultExpiryThresholds)
    expect(queryFolderExpiryThresholds(database), days).toEqual([])
  }
})

test('Expiry thresholds are one to five whole days from 1 to 365, descending, each once', () => {
  expect(expiryThresholdsSchema.safeParse(defaultExpiryThresholds).success).toBe(true)
  const day = fc.oneof(fc.integer({ min: -2, max: 370 }), fc.constantFrom(0.5, 1, 7, 365))
  const descending = fc.array(day, { maxLength: 7 }).map((days) => days.toSorted((one, other) => other - one))
  fc.assert(
    fc.property(fc.oneof(descending, fc.array(day, { maxLength: 3 })), (days) => {
      const isDescending = new Set(days).size === days.length && days.join() === days.toSorted((a, b) => b - a).join()
      const areDays = days.every((each) => Number.isInteger(each) && each >= 1 && each <= 365)
      expect(expiryThresholdsSchema.safeParse(days).success).toBe(
        days.length >= 1 && days.length <= 5 && areDays && isDescending,
      )
    }),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 365 }), { minLength: 1, maxLength: 5 }), (days) => {
      expect(expiryThresholdsSchema.safeParse(days.toSorted((one, other) => other - one)).success).toBe(true)
    }),
  )
})

test.each([
  ['60, 30, 7', [60, 30, 7]],
  ['7 30、60', [60, 30, 7]],
  ['６０，１', [60, 1]],
  ['365', [365]],
  ['', null],
  ['7, 7', null],
  ['0', null],
  ['366', null],
  ['7.5', null],
  ['seven', null],
  ['6, 5, 4, 3, 2, 1', null],
])('The typed expiry thresholds %j are read as %j', (text, days) => {
  expect(parseExpiryThresholds(text)).toEqual(days)
})
