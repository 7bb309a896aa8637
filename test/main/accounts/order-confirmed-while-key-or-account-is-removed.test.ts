import { join } from 'node:path'
import { describe, expect, test, onTestFinished } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-do-everything'
const other = 'another-key-of-the-same-user'
const world: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token }, { token: other }],
      domains: [{ domain_name: 'one.com', expiry_date: '2027-03-31' }],
    },
  ],
}

async function open(): Promise<SimulatorRig> {
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  return rig
}

/** Quotes a renewal. Returns a function that confirms it. */
async function quote(rig: SimulatorRig, accountId: string) {
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'quote',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  return () =>
    rig.answer('orders.confirm', { quoteId: 'quote', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
}

/** Fills the log like years of use, so that it is moved or deleted in many chunks. */
function fillLog(rig: SimulatorRig, accountId: string): void {
  const database = openDatabase(join(rig.profile, 'banto.db'))
  database.transaction(() => {
    for (let n = 0; n < 100_000; n += 1)
      database.run(
        `insert into request (account_id, key_id, endpoint, method, path, at, status, duration_ms, attempt) values (?, 'k', 'account.me', 'GET', '/v1/me', 1, 200, 1, 1)`,
        accountId,
      )
  })
  database.close()
}

describe('an order confirmed while its key or account is removed', () => {
  const ways = {
    'its key is removed': async (rig: SimulatorRig, accountId: string, keyId: string) =>
      rig.answer('accounts.removeKey', { accountId, keyId }),
    'its account is removed': async (rig: SimulatorRig, accountId: string) =>
      rig.answer('accounts.remove', { accountId }),
    'its account is merged': async (rig: SimulatorRig, accountId: string, _: string, intoId: string) =>
      rig.answer('accounts.merge', { accountId: intoId, fromAccountId: accountId }),
  }

  test.each(Object.entries(ways))('The order is refused, or its key and account stay: %s', async (_, go) => {
    const rig = await open()
    const { id: accountId, keys } = await rig.addAccount('First', [token])
    const { id: intoId } = await rig.addAccount('Second', [other])
    fillLog(rig, accountId)
    const confirm = await quote(rig, accountId)
    // The renewal stays in flight during the whole test.
    rig.simulator.faults.add({ match: { path: '/renew$' }, fault: { kind: 'hang' } })
    const going = go(rig, accountId, keys[0]?.id ?? '', intoId)
    const placed = await confirm()
    const gone = await going
    expect([placed.ok, gone.ok]).not.toEqual([true, true])
    expect(placed.ok || gone.ok).toBe(true)
    if (!gone.ok) expect(gone.error).toMatchObject({ kind: 'open_intent' })
  })

  test('An order is refused if its key was removed after the quote', async () => {
    const rig = await open()
    const { id: accountId, keys } = await rig.addAccount('First', [token, other])
    const confirm = await quote(rig, accountId)
    for (const { id: keyId } of keys) await rig.call('accounts.removeKey', { accountId, keyId })
    expect(await confirm()).toMatchObject({ ok: false, error: { kind: 'not_found', details: { what: 'key' } } })
    expect((await rig.call('orders.list', {})).total).toBe(0)
  })
})
