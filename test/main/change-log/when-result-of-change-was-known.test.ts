import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { createChangeLog } from '#main/change-log/change-log-store.ts'
import { openDatabase } from '#main/store/database.ts'
import { temporaryFolder } from '#test/temporary-database.ts'

test('A change says when its result was known only if its result is known', () => {
  const database = openDatabase(join(temporaryFolder(), 'banto.db'))
  onTestFinished(() => database.close())
  const now = 10 * minuteMs
  let entries = 0
  const changeLog = createChangeLog({
    database,
    clock: { now: () => now, monotonic: () => now, sleep: () => Promise.resolve() },
    newId: () => String((entries += 1)),
    emit: () => undefined,
  })
  const add = (result: 'done' | 'failed' | 'unknown') => {
    const id = changeLog.add({
      accountId: 'a',
      domain: 'example.com',
      change: { kind: 'console', method: 'POST', path: '/v1/domain/example.com/dns', status: null },
      result,
      error: null,
      jobId: null,
      snapshotId: null,
      sentAt: now - 2 * minuteMs,
    })
    const { at, confirmedAt } = changeLog.get(id) ?? {}
    return [at, confirmedAt]
  }
  expect(add('done')).toEqual([8 * minuteMs, now])
  expect(add('failed')).toEqual([8 * minuteMs, now])
  expect(add('unknown')).toEqual([8 * minuteMs, null])
})
