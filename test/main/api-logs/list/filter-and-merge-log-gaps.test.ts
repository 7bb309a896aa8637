import { expect, test } from 'vitest'
import type { ExecutionLogGap, KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import { filterAndMergeLogGaps } from '#main/api-logs/list/filter-and-merge-log-gaps.ts'

function mergeGapsOfKeys(gaps: Record<string, Pick<ExecutionLogGap, 'from' | 'to'>>) {
  const archives = Object.entries(gaps).map(([keyId, gap]): KeyLogCoverage => ({
    accountId: 'a',
    keyId,
    completeFrom: 0,
    completeTo: 100,
    gaps: [{ ...gap, isLost: true }],
    readAt: 100,
    error: null,
    errorAt: null,
    isReading: false,
  }))
  return filterAndMergeLogGaps(archives, { keyIds: null, from: null, to: null })
}

test('A gap of several keys tells whether each of them lacks its whole time', () => {
  const one = { from: 10, to: 30 }
  expect(mergeGapsOfKeys({ a: one })).toEqual([{ ...one, isLost: true, keyIds: ['a'], isPartial: false }])
  expect(mergeGapsOfKeys({ a: one, b: one })).toEqual([{ ...one, isLost: true, keyIds: ['a', 'b'], isPartial: false }])
  expect(mergeGapsOfKeys({ a: one, b: { from: 20, to: 40 }, c: { from: 10, to: 40 } })).toEqual([
    { from: 10, to: 40, isLost: true, keyIds: ['a', 'c', 'b'], isPartial: true },
  ])
  expect(mergeGapsOfKeys({ a: { from: 10, to: 40 }, b: { from: 20, to: 40 } })).toMatchObject([{ isPartial: true }])
})
