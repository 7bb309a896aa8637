import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test, onTestFinished } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { createClientRig } from '#test/main/api/api-client-rig.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'

const refusalsAllowed = 2
const accountsWithExpiry = 50
const accountsWithoutExpiry = 3
const nameOf = (index: number) => `user${index}`

/**
 * Fifty accounts whose keys expire at midnight, and a few with other keys. The service blocks an IP at its third
 * failure in ten minutes. `knownUpTo`: for how many of the fifty keys Banto knows the expiry.
 */
async function createMassExpiryRig(knownUpTo: number) {
  const clock = createVirtualClock()
  const midnight = clock.now() + 60 * minuteMs
  const users = Array.from({ length: accountsWithExpiry + accountsWithoutExpiry }, (_, index) => ({
    name: nameOf(index),
    keys: [
      { token: `token-of-user-${index}`, ...(index < accountsWithExpiry && { expires_at: formatJapanTime(midnight) }) },
    ],
    domains: [{ domain_name: `example${index}.com` }],
  }))
  const simulator = await startSimulator({
    clock,
    world: {
      auth_block: { failures: refusalsAllowed + 1, window_seconds: 600, block_seconds: 3600, retry_after: true },
      users,
    },
  })
  onTestFinished(() => simulator.close())
  const database = temporaryDatabase()
  let rig = start()

  function start() {
    const started = createClientRig(simulator.url, { clock, database })
    for (const [index, { name, keys }] of users.entries()) {
      started.accounts.add({ id: name, baseUrl: simulator.url })
      started.accounts.addKey(name, { id: name, expiresAt: index < knownUpTo ? midnight : null }, keys[0]?.token ?? '')
    }
    return started
  }

  /** Waits until no real response is outstanding, because responses do not follow the virtual clock. */
  async function settle(): Promise<void> {
    let [seenCount, quiet] = [-1, 0]
    while (quiet < 30) {
      const { requests } = simulator.ledger
      const count = requests.length + requests.filter(({ status }) => status !== null).length
      quiet = count === seenCount ? quiet + 1 : 0
      seenCount = count
      await turn()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  return {
    simulator,
    states: () => users.map(({ name }) => rig.accounts.key(name).state),
    statuses: () => simulator.ledger.requests.map(({ status }) => status),
    midnight: () => clock.advance(midnight + 1_000 - clock.now()),
    async pass(ms: number) {
      await clock.advance(ms)
      await settle()
    },
    restart: () => {
      rig = start()
    },
    /** Syncs every account: two simultaneous calls each. */
    async sync() {
      const kinds = new Map<string, string>()
      for (const { name } of users) {
        for (const endpoint of ['domain.list', 'server.list'] as const) {
          rig.api.call({ accountId: name, endpoint, input: {}, priority: 'background' }).then(
            () => kinds.set(`${name} ${endpoint}`, 'answered'),
            (error: { kind: string; status?: number }) =>
              kinds.set(`${name} ${endpoint}`, `${error.kind} ${error.status ?? ''}`.trim()),
          )
        }
      }
      await settle()
      return kinds
    },
    person: (index: number) =>
      rig.api.call({ accountId: nameOf(index), endpoint: 'domain.list', input: {}, priority: 'interactive' }),
  }
}

const count = <T>(values: readonly T[], value: T) => values.filter((each) => each === value).length

describe('fifty keys that expire in one night', () => {
  test.each([
    ['in an app that was just started', true],
    ['in an app that used them 15 minutes ago', false],
  ])('The IP is not blocked when fifty keys expire: %s', async (_, isRestarted) => {
    const rig = await createMassExpiryRig(0)
    await rig.pass(55 * minuteMs)
    if (!isRestarted) expect([...(await rig.sync()).values()].every((kind) => kind === 'answered')).toBe(true)
    const before = rig.statuses().length
    await rig.midnight()
    if (isRestarted) rig.restart()
    if (!isRestarted) await rig.pass(10 * minuteMs)
    const kinds = await rig.sync()

    expect(count(rig.statuses().slice(before), 401)).toBe(refusalsAllowed)
    expect(count(rig.states(), 'quarantined')).toBe(refusalsAllowed)
    // The other calls wait, and a user can still work with an account whose key is valid.
    expect(kinds.size).toBeLessThanOrEqual(2 * (refusalsAllowed + accountsWithoutExpiry))
    await rig.person(accountsWithExpiry)

    for (let round = 0; round < 40 && kinds.size < 2 * (accountsWithExpiry + accountsWithoutExpiry); round += 1)
      await rig.pass(10 * minuteMs)
    expect(count(rig.states(), 'quarantined')).toBe(accountsWithExpiry)
    expect(count(rig.statuses(), 401)).toBe(accountsWithExpiry)
    expect(count(rig.statuses(), 429)).toBe(0)
    expect(count([...kinds.values()], 'answered')).toBe(2 * accountsWithoutExpiry)
    expect(kinds.size).toBe(2 * (accountsWithExpiry + accountsWithoutExpiry))
  })

  test('Keys with a known expiry are not sent and do not delay other keys', async () => {
    const rig = await createMassExpiryRig(accountsWithExpiry)
    await rig.midnight()
    const kinds = [...(await rig.sync()).values()]
    expect(rig.statuses()).toEqual(Array<number>(2 * accountsWithoutExpiry).fill(200))
    expect([count(kinds, 'answered'), count(kinds, 'no_key')]).toEqual([
      2 * accountsWithoutExpiry,
      2 * accountsWithExpiry,
    ])
  })
})
