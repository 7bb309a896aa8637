import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, onTestFinished } from 'vitest'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-do-everything'
const world = {
  users: [
    {
      name: 'first',
      keys: [{ token }],
      domains: ['one.com', 'two.com'].map((domain_name) => ({ domain_name, expiry_date: '2027-03-31' })),
    },
  ],
}

test.each(['not JSON', '{"isOff', '[]', '{"theme":"sepia","isOffline":false}'])(
  'While settings cannot be read, nothing is sent and every waiting order is paused: %s',
  async (damaged) => {
    const rig = await startSimulatorRig({ world })
    onTestFinished(() => rig.close())
    const { id: accountId, keys } = await rig.addAccount('First', [token])
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'quote',
      items: ['one.com', 'two.com'].map((name) => ({ kind: 'renew', accountId, name, years: 1 })),
    })
    await rig.call('app.saveSettings', { isOffline: true })
    const { runId } = await rig.call('orders.confirm', {
      quoteId: 'quote',
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    rig.simulator.ledger.clear()

    await rig.restart(() => {
      const database = new DatabaseSync(join(rig.profile, 'banto.db'))
      database.prepare(`update setting set value = ? where name = 'settings'`).run(damaged)
      database.close()
    })
    const intents = async () => (await rig.call('orders.list', {})).rows
    await expect
      .poll(async () => (await intents()).map(({ state, hold }) => [state, hold?.reason]))
      .toEqual([
        ['planned', 'run_paused'],
        ['planned', 'run_paused'],
      ])
    expect(await rig.call('app.state', null)).toMatchObject({
      settings: { isOffline: true },
      unreadableSettings: [damaged.includes('sepia') ? 'theme' : 'isOffline'],
    })
    expect(rig.simulator.ledger.requests).toEqual([])

    // The user goes online again. The orders still wait to be resumed.
    await rig.call('app.saveSettings', { isOffline: false })
    await rig.call('accounts.retestKey', { accountId, keyId: keys[0]?.id ?? '' })
    expect((await intents()).map(({ hold }) => hold?.reason)).toEqual(['run_paused', 'run_paused'])
    expect(rig.simulator.ledger.charges).toEqual([])
    await rig.call('orders.resumeRun', { runId })
    await expect.poll(async () => (await intents()).map(({ state }) => state)).toEqual(['done', 'done'])
    expect(rig.simulator.ledger.charges).toHaveLength(2)
  },
)
