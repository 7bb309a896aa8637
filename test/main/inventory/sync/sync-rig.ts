import { onTestFinished } from 'vitest'
import { systemClock, type Clock } from '#main/clock.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import type { SimulatorOptions } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

export const hourMs = 3_600_000

/** Starts the whole main process on a simulator, for one test, with a clock that `advanceClock` moves forward. */
export async function startSyncRig(world: WorldFile, options: Pick<SimulatorOptions, 'onArrival'> = {}) {
  let passedMs = 0
  const clock: Clock = { ...systemClock, now: () => Date.now() + passedMs }
  const rig = await startSimulatorRig({ world, clock, ...options })
  onTestFinished(() => rig.close())

  /** Runs a sync and returns its final progress, by account. */
  async function sync(accountIds: string[] | null = null): Promise<SyncProgress[]> {
    const ended = rig.event('sync.changed', (all) => all.every(isSyncOver))
    await rig.call('sync.start', { accountIds })
    return ended
  }

  /** Requests of a user since the last call of this function, as `GET /v1/domain`. */
  function newRequests(user = 'first'): string[] {
    const paths = rig.simulator.ledger.requests
      .filter(({ userName }) => userName === user)
      .map(({ method, path }) => `${method} ${path}`)
    rig.simulator.ledger.clear()
    return paths
  }

  return { rig, sync, newRequests, advanceClock: (ms: number) => void (passedMs += ms) }
}

export const isSyncOver = ({ state }: SyncProgress) => state !== 'lists' && state !== 'details'

export const countMatches = (paths: string[], part: RegExp) => paths.filter((path) => part.test(path)).length

export const wrapAsDomainServiceGrant = (grant: object) => ({ domain: grant })

/** The date in Japan `days` days from now, as YYYY-MM-DD. */
function dateInDays(days: number): string {
  return new Date(Date.now() + 9 * hourMs + days * 24 * hourMs).toISOString().slice(0, 10)
}

/** Two users: `first` with five domains and a server, `second` with one domain. */
export const twoUsersWorld: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token: 'first-key-of-the-first' }],
      domains: [
        {
          domain_name: 'later.example',
          expiry_date: dateInDays(300),
          records: [
            { type: 'A', host: '@', content: '192.0.2.1' },
            { type: 'A', host: 'www', content: '192.0.2.1' },
          ],
        },
        { domain_name: 'soon.example', expiry_date: dateInDays(20) },
        { domain_name: 'lapsed.example', status: 'expired', expiry_date: dateInDays(-3) },
        { domain_name: 'moving.example', status: 'transferring' },
        { domain_name: 'company.co.jp', expiry_date: dateInDays(200) },
      ],
      servers: [{ server_id: 'first01', memo: '京都' }],
    },
    { name: 'second', keys: [{ token: 'first-key-of-the-second' }], domains: [{ domain_name: 'other.example' }] },
  ],
}
