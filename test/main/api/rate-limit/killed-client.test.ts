import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/limits.ts'
import { killRepeatedly, startChild } from './killed-process-rig.ts'
import { secret, simulate, temporaryFolder } from '#test/main/api/client-rig.ts'

const { perMinute, concurrent } = rateLimits.domain

describe('processes killed and started again', () => {
  test('never exceed the limits, and use what is left of the minute', { timeout: 60_000 }, async () => {
    const simulator = await simulate()
    // As over a slow line: nobody learns from answers before the fifth call has left.
    simulator.faults.add({ fault: { kind: 'delay', ms: 300 } })
    const args = [simulator.url, join(temporaryFolder(), 'banto.db'), secret]
    const statuses = () => simulator.ledger.requests.map(({ status }) => status)

    await killRepeatedly(() => startChild('killed-client-child.ts', args), () => statuses().length)

    expect(statuses().filter((status) => status === 429)).toEqual([])
    // Written before they leave: a call that was killed on its way there counts, too.
    expect(statuses().length).toBeGreaterThan(perMinute - 3 * concurrent)
    expect(statuses().length).toBeLessThanOrEqual(perMinute)
  })
})
