import { expect, test } from 'vitest'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import { hasGapInStoredLogSpan, summarizeKeyLogCoverage } from '#renderer/features/logs/summarize-key-log-coverage.ts'

const key = (fields: Partial<KeyLogCoverage>): KeyLogCoverage => ({
  accountId: 'a',
  keyId: 'k',
  completeFrom: 0,
  completeTo: 100,
  gaps: [],
  readAt: 100,
  error: null,
  errorAt: null,
  isReading: false,
  ...fields,
})
const error = { kind: 'service', message: '', details: {} } as const

const lost = (from: number, to: number) => ({ from, to, isLost: true })
const summarize = (keys: KeyLogCoverage[]) => summarizeKeyLogCoverage(keys, ({ isReading }) => isReading)
const completeSpan = (keys: KeyLogCoverage[]) => summarize(keys).completeSpan

test('The archive is complete from and until the times that hold for each of its keys', () => {
  const keys = [key({ completeFrom: 20, completeTo: 300 }), key({ completeFrom: 50, completeTo: 200 })]
  expect(completeSpan(keys)).toEqual({ from: 50, to: 200 })
})

test('The archive is said to be complete only of the time after its last gap', () => {
  const open = { from: 60, to: 70, isLost: false }
  expect(completeSpan([key({ gaps: [lost(10, 20), open] }), key({ gaps: [lost(15, 25)] })])).toEqual({
    from: 70,
    to: 100,
  })
  // The log of the other key ends earlier, so this gap is after the period that is stored for both keys.
  expect(completeSpan([key({ gaps: [lost(90, 95)] }), key({ completeTo: 80 })])).toEqual({ from: 0, to: 80 })
  expect(completeSpan([key({ gaps: [lost(70, 95)] }), key({ completeTo: 80 })])).toBeNull()
})

test('The log of a key is said to have gaps only if they lie after the time from which it is stored', () => {
  expect(hasGapInStoredLogSpan(key({ completeFrom: 20, gaps: [{ from: 0, to: 20, isLost: false }] }))).toBe(false)
  expect(hasGapInStoredLogSpan(key({ completeFrom: 20, gaps: [lost(30, 40)] }))).toBe(true)
})

test('The archive is not said to be complete while one of its keys was never read', () => {
  const read = key({ completeTo: 300 })
  expect(summarize([read, key({ completeFrom: null, completeTo: null })])).toMatchObject({
    completeSpan: null,
    neverRead: 1,
    failed: 0,
  })
  expect(completeSpan([read, key({ completeFrom: null, completeTo: null, error })])).toBeNull()
  expect(completeSpan([])).toBeNull()
})

test('A key that could not be read is counted once, whether or not it was read before', () => {
  expect(
    summarize([key({ error }), key({}), key({ error, completeTo: null }), key({ completeTo: null })]),
  ).toMatchObject({ failed: 2, neverRead: 1 })
})

test('A time that is missing of several keys counts as one gap', () => {
  const summary = summarize([
    key({ gaps: [lost(10, 20), lost(40, 50), { from: 60, to: 70, isLost: false }] }),
    key({ gaps: [lost(15, 25)] }),
  ])
  expect(summary).toMatchObject({ lostGaps: 2, openGaps: 1 })
})

test('A gap that is being read is not counted, and entries that can no longer be read are', () => {
  const gaps = [lost(10, 20), { from: 60, to: 70, isLost: false }]
  expect(summarize([key({ gaps, isReading: true })])).toMatchObject({ lostGaps: 1, openGaps: 0 })
  expect(summarize([key({ gaps, isReading: true }), key({ gaps })])).toMatchObject({ lostGaps: 1, openGaps: 1 })
})
