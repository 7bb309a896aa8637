import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { countInBusiestMinute, kill, killRepeatedly, startChild, waitUntilReady } from './killed-process-rig.ts'
import { startSimulatorForApiClient } from '#test/main/api/api-client-rig.ts'
import { temporaryFolder } from '#test/temporary-database.ts'

const { perMinute } = rateLimits.domain

describe('two apps with separate profiles and accounts, killed and restarted', () => {
  test('Calls of killed and restarted apps are never refused, and use the minute', { timeout: 300_000 }, async () => {
    const owners = ['first', 'second']
    const simulator = await startSimulatorForApiClient({
      users: owners.map((name) => ({ name, keys: [{ token: `key-of-the-${name}-account` }] })),
    })
    const callsOf = (owner: string) =>
      simulator.ledger.requests.filter(
        ({ userName, endpoint }) =>
          userName === owner && endpoint !== null && getEndpoint(endpoint as EndpointName).limit === 'domain',
      )
    const startOf = (owner: string) => {
      const args = [simulator.url, temporaryFolder(), `Banto test ${randomUUID()}`, `key-of-the-${owner}-account`]
      return () => startChild('test/main/api/rate-limit/killed-app-child-process.ts', args)
    }
    const starts = new Map(owners.map((owner) => [owner, startOf(owner)]))
    for (const start of starts.values()) {
      const adding = start()
      await waitUntilReady(adding)
      await kill(adding)
    }
    // Delays responses, so that no process learns from a response before its fifth call is sent.
    simulator.faults.add({ fault: { kind: 'delay', ms: 300 } })

    await Promise.all([...starts].map(([owner, start]) => killRepeatedly(start, () => callsOf(owner).length)))

    expect(simulator.ledger.requests.filter(({ status }) => status === 429)).toEqual([])
    for (const owner of owners) {
      expect(callsOf(owner).length).toBeGreaterThan(perMinute / 2)
      expect(countInBusiestMinute(callsOf(owner).map(({ at }) => at))).toBeLessThanOrEqual(perMinute)
    }
  })
})
