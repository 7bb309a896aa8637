import { expect, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { estimateServerJobs } from '#main/server-jobs/estimate-and-start-server-job.ts'

/** Estimates the jobs for one server of an account that has made `usedDay` of its 100 calls. */
function estimate(usedDay: number) {
  const usage = { accountId: 'a', limitClass: 'server', perMinute: 30, perDay: 100, usedDay, nextFreeAt: null }
  const { byKind } = estimateServerJobs(
    {
      jobs: { create: () => Promise.reject(new Error('No job is to start')), remainingCallsByAccount: () => new Map() },
      api: { quotaUsage: () => [{ ...usage, heldUntil: null } as QuotaUsage] },
      clock: { now: () => 0 },
      readingFraction: () => 9 / 10,
    },
    { servers: [{ accountId: 'a', servername: 'web01.example' }] },
  )
  return byKind
}

test('No time is stated for a job over servers that needs more calls than the daily limit still allows for it', () => {
  expect(estimate(80)).toMatchObject({
    read_servers: { calls: 2, minutes: expect.any(Number) as number },
    clear_caches: { minutes: expect.any(Number) as number },
  })
  // Reading waits at 90% of the daily limit.
  expect(estimate(89)).toMatchObject({
    read_servers: { calls: 2, minutes: null },
    read_error_logs: { minutes: null },
    clear_caches: { minutes: expect.any(Number) as number },
  })
  expect(estimate(99)).toMatchObject({ clear_caches: { minutes: null } })
})
