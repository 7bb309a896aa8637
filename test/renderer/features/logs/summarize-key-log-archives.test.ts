import { expect, test } from 'vitest'
import type { KeyLogArchive } from '#shared/ipc/api-logs.ts'
import { summarizeKeyLogArchives } from '#renderer/features/logs/summarize-key-log-archives.ts'

const key = (fields: Partial<KeyLogArchive>): KeyLogArchive => ({
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

test('The archive is complete until the time of the key that was read least far', () => {
  expect(summarizeKeyLogArchives([key({ completeTo: 300 }), key({ completeTo: 200 })]).completeTo).toBe(200)
})

test('The archive is not said to be complete until a time while one of its keys was never read', () => {
  const read = key({ completeTo: 300 })
  expect(summarizeKeyLogArchives([read, key({ completeTo: null })])).toMatchObject({
    completeTo: null,
    neverRead: 1,
    failed: 0,
  })
  expect(summarizeKeyLogArchives([read, key({ completeTo: null, error })]).completeTo).toBeNull()
  expect(summarizeKeyLogArchives([]).completeTo).toBeNull()
})

test('A key that could not be read is counted once, whether or not it was read before', () => {
  expect(
    summarizeKeyLogArchives([key({ error }), key({}), key({ error, completeTo: null }), key({ completeTo: null })]),
  ).toMatchObject({ failed: 2, neverRead: 1 })
})

test('A time that is missing of several keys counts as one gap', () => {
  const lost = (from: number, to: number) => ({ from, to, isLost: true })
  const summary = summarizeKeyLogArchives([
    key({ gaps: [lost(10, 20), lost(40, 50), { from: 60, to: 70, isLost: false }] }),
    key({ gaps: [lost(15, 25)] }),
  ])
  expect(summary).toMatchObject({ lostGaps: 2, openGaps: 1 })
})
