import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test, onTestFinished } from 'vitest'
import { minuteMs } from '#shared/api/limits.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { createClientRig, temporaryDatabase } from '#test/main/api/client-rig.ts'

const refusalsAllowed = 2
const accountsOfNight = 50
const healthy = 3
const nameOf = (index: number) => `user${index}`

/**
 * Fifty accounts whose keys end at midnight, and a few whose keys do not, at a service that blocks an address at its third failure in ten
 * minutes. `knownUpTo`: so many of the fifty ends Banto knows.
 */
async function newNight(knownUpTo: number) {
  const clock = createVirtualClock()
  const midnight = clock.now() + 60 * minuteMs
  const users = Array.from({ length: accountsOfNight + healthy }, (_, index) => ({
    name: nameOf(index),
    keys: [{ token: `token-of-user-${index}`, ...(index < accountsOfNight && { expires_at: formatJapanTime(midnight) }) }],
    domains: [{ domain_name: `example${index}.com` }],
  }))
  const simulator = await startSimulator({ clock, world: { auth_block: { failures: refusalsAllowed + 1, window_seconds: 600, block_seconds: 3600, retry_after: true }, users } })
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

  /** Real answers come at their own time, however the clock stands. */
  async function settle(): Promise<void> {
    let [seen, quiet] = [-1, 0]
    while (quiet < 30) {
      const { requests } = simulator.ledger
      const now = requests.length + requests.filter(({ status }) => status !== null).length
      quiet = now === seen ? quiet + 1 : 0
      seen = now
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
    /** A sync of every account: two calls of each at once. */
    async sync() {
      const kinds = new Map<string, string>()
      for (const { name } of users) {
        for (const endpoint of ['domain.list', 'server.list'] as const) {
          rig.api.call({ accountId: name, endpoint, input: {}, priority: 'background' }).then(
            () => kinds.set(`${name} ${endpoint}`, 'answered'),
            (error: { kind: string; status?: number }) => kinds.set(`${name} ${endpoint}`, `${error.kind} ${error.status ?? ''}`.trim()),
          )
        }
      }
      await settle()
      return kinds
    },
    person: (index: number) => rig.api.call({ accountId: nameOf(index), endpoint: 'domain.list', input: {}, priority: 'interactive' }),
  }
}

const count = <T>(values: readonly T[], value: T) => values.filter((each) => each === value).length

describe('the night in which fifty keys end', () => {
  test.each([['in an app that was just started', true], ['in an app that used them a quarter of an hour ago', false]])('the address is not blocked: %s', async (_, isRestarted) => {
    const night = await newNight(0)
    await night.pass(55 * minuteMs)
    if (!isRestarted) expect([...(await night.sync()).values()].every((kind) => kind === 'answered')).toBe(true)
    const before = night.statuses().length
    await night.midnight()
    if (isRestarted) night.restart()
    if (!isRestarted) await night.pass(10 * minuteMs)
    const kinds = await night.sync()

    expect(count(night.statuses().slice(before), 401)).toBe(refusalsAllowed)
    expect(count(night.states(), 'quarantined')).toBe(refusalsAllowed)
    // The others wait, and a person can work with an account whose key is good.
    expect(kinds.size).toBeLessThanOrEqual(2 * (refusalsAllowed + healthy))
    await night.person(accountsOfNight)

    for (let round = 0; round < 40 && kinds.size < 2 * (accountsOfNight + healthy); round += 1) await night.pass(10 * minuteMs)
    expect(count(night.states(), 'quarantined')).toBe(accountsOfNight)
    expect(count(night.statuses(), 401)).toBe(accountsOfNight)
    expect(count(night.statuses(), 429)).toBe(0)
    expect(count([...kinds.values()], 'answered')).toBe(2 * healthy)
    expect(kinds.size).toBe(2 * (accountsOfNight + healthy))
  })

  test('keys whose end is known are not sent, and hold nobody up', async () => {
    const night = await newNight(accountsOfNight)
    await night.midnight()
    const kinds = [...(await night.sync()).values()]
    expect(night.statuses()).toEqual(Array<number>(2 * healthy).fill(200))
    expect([count(kinds, 'answered'), count(kinds, 'no_key')]).toEqual([2 * healthy, 2 * accountsOfNight])
  })
})
