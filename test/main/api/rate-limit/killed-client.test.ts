import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { countInBusiestMinute, killRepeatedly, startChild } from './killed-process-rig.ts'
import { secret, startSimulatorForApiClient } from '#test/main/api/api-client-rig.ts'
import { temporaryFolder } from '#test/temporary-database.ts'

const { perMinute, concurrent } = rateLimits.domain

describe('API clients that are killed and restarted', () => {
  test('Calls of killed and restarted clients never exceed the limits, and use the rest of the minute', async () => {
    const simulator = await startSimulatorForApiClient()
    // Delays responses, so that no process learns from a response before its fifth call is sent.
    simulator.faults.add({ fault: { kind: 'delay', ms: 300 } })
    const args = [simulator.url, join(temporaryFolder(), 'banto.db'), secret]
    const statuses = () => simulator.ledger.requests.map(({ status }) => status)

    await killRepeatedly(
      () => startChild('test/main/api/rate-limit/killed-client-child-process.ts', args),
      () => statuses().length,
    )

    expect(statuses().filter((status) => status === 429)).toEqual([])
    // Rows are written before sending, so calls that were killed before they arrived count, too.
    expect(statuses().length).toBeGreaterThan(perMinute - 3 * concurrent)
    expect(countInBusiestMinute(simulator.ledger.requests.map(({ at }) => at))).toBeLessThanOrEqual(perMinute)
  })
})
