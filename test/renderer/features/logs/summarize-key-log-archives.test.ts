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
  const summary = summarizeKeyLogArchives([
    key({ completeTo: 300 }),
    key({ completeTo: 200 }),
    key({ completeTo: null }),
  ])
  expect(summary).toMatchObject({ completeTo: 200, neverRead: 1, failed: 0 })
  expect(summarizeKeyLogArchives([key({ completeTo: null })]).completeTo).toBeNull()
})

test('Keys that failed are counted, also those that were read before', () => {
  expect(summarizeKeyLogArchives([key({ error }), key({}), key({ error, completeTo: null })]).failed).toBe(2)
})

test('A time that is missing of several keys counts as one gap', () => {
  const lost = (from: number, to: number) => ({ from, to, isLost: true })
  const summary = summarizeKeyLogArchives([
    key({ gaps: [lost(10, 20), lost(40, 50), { from: 60, to: 70, isLost: false }] }),
    key({ gaps: [lost(15, 25)] }),
  ])
  expect(summary).toMatchObject({ lostGaps: 2, openGaps: 1 })
})
