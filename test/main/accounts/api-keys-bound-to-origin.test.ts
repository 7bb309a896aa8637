import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, onTestFinished } from 'vitest'
import { createKeytarOsKeychain } from '#main/accounts/keytar-os-keychain.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { startKeyring } from '#test/start-keyring.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { startLineRpcProcess } from './line-rpc-process.ts'

const token = 'token-of-the-account'
const secondToken = 'token-of-the-second'
const world = {
  users: [
    { name: 'user', keys: [{ token }], domains: [{ domain_name: 'one.example' }] },
    { name: 'second', keys: [{ token: secondToken }] },
  ],
}

async function open() {
  const service = `Banto test ${randomUUID()}`
  const rig = await startSimulatorRig({ world, service })
  onTestFinished(() => rig.close())
  const other = await startSimulator({ world })
  onTestFinished(() => other.close())
  const account = await rig.addAccount('First', [token])
  rig.simulator.ledger.clear()
  return { rig, other, account, store: createKeytarOsKeychain({ service }) }
}

/** Edits the database file like another program, while Banto does not run. */
function edit(rig: SimulatorRig, sql: string, ...params: string[]): void {
  const database = new DatabaseSync(join(rig.profile, 'banto.db'))
  database.prepare(sql).run(...params)
  database.close()
}

function secretIdOf(rig: SimulatorRig): string {
  const database = new DatabaseSync(join(rig.profile, 'banto.db'))
  const row = database.prepare('select secret_id from api_key').get() as { secret_id: string }
  database.close()
  return row.secret_id
}

const moveTo = (rig: SimulatorRig, { url }: Simulator) =>
  rig.restart(() => edit(rig, 'update account set base_url = ?', url))
const list = (rig: SimulatorRig, { id }: Account) =>
  rig.answer('api.call', { accountId: id, endpoint: 'domain.list', input: {} })
const sentTo = (simulator: Simulator) => simulator.ledger.requests.length

/**
 * Changes the profile to the format of an earlier version: a bare key in the keychain, under a name without a prefix.
 */
async function asFormerVersion({ rig, store }: Awaited<ReturnType<typeof open>>): Promise<string> {
  const former = randomUUID()
  const bound = secretIdOf(rig)
  await store.set(former, token)
  await rig.restart(() => edit(rig, 'update api_key set secret_id = ?', former))
  await store.delete(bound)
  return former
}

describe('a key bound to its origin', () => {
  test('A key is sent to no other origin after the base URL was edited in the file, and works again after the edit is undone', async () => {
    const { rig, other, account } = await open()
    await moveTo(rig, other)
    expect(await list(rig, account)).toMatchObject({
      ok: false,
      error: { kind: 'secret_origin_mismatch', details: { stored: rig.simulator.url, asked: other.url } },
    })
    const synced = rig.event('sync.changed', (runs) => runs.some(({ state }) => state === 'failed'))
    await rig.call('sync.start', { accountIds: [account.id] })
    await synced
    expect(await rig.answer('accounts.retestKey', { accountId: account.id, keyId: account.keys[0]?.id })).toMatchObject(
      { error: { kind: 'secret_origin_mismatch' } },
    )
    const [shown] = await rig.call('accounts.list', null)
    expect(shown).toMatchObject({ syncError: { kind: 'secret_origin_mismatch' }, keys: [{ state: 'working' }] })
    expect([sentTo(rig.simulator), sentTo(other)]).toEqual([0, 0])
    await moveTo(rig, rig.simulator)
    expect(await list(rig, account)).toMatchObject({ ok: true })
    expect(sentTo(other)).toBe(0)
  })

  test('A key is bound to a new origin after the user enters it again there', async () => {
    const { rig, other, account } = await open()
    await moveTo(rig, other)
    const { pendingKeyId } = await rig.call('accounts.tryKey', {
      baseUrl: other.url,
      secret: token,
      accountId: account.id,
    })
    await rig.call('accounts.replaceKey', { accountId: account.id, keyId: account.keys[0]?.id ?? '', pendingKeyId })
    expect(await list(rig, account)).toMatchObject({ ok: true })
    expect(sentTo(rig.simulator)).toBe(0)
  })

  test('A damaged base URL in the file is reported as not_a_url, and external links still open', async () => {
    const { rig, account } = await open()
    await rig.restart(() => edit(rig, 'update account set base_url = ?', 'no address'))
    expect(await list(rig, account)).toMatchObject({ ok: false, error: { kind: 'not_a_url' } })
    expect(await rig.answer('accounts.retestKey', { accountId: account.id, keyId: account.keys[0]?.id })).toMatchObject(
      { ok: false, error: { kind: 'not_a_url' } },
    )
    expect(await rig.answer('app.openExternal', { url: 'https://example.com/' })).toMatchObject({ ok: true })
  })

  test('Another keychain item is never sent as a key, even if the file names it', async () => {
    const { rig, account, store } = await open()
    await store.set('orders-1', 'the-data-key')
    await rig.restart(() => edit(rig, 'update api_key set secret_id = ?', 'orders-1'))
    expect(await list(rig, account)).toMatchObject({ ok: false, error: { kind: 'no_key' } })
    expect(sentTo(rig.simulator)).toBe(0)
    expect(await store.get('orders-1')).toBe('the-data-key')
  })
})

describe('a key stored by an earlier version', () => {
  test('A bare key still works, and is bound to the origin of its account at the first start', async () => {
    const opened = await open()
    const { rig, other, account, store } = opened
    const former = await asFormerVersion(opened)
    await expect.poll(() => store.get(former)).toBeNull()
    expect(await store.get(secretIdOf(rig))).toBe(`banto-key 1\n${rig.simulator.url}\n${token}`)
    expect(await list(rig, account)).toMatchObject({ ok: true })
    await moveTo(rig, other)
    expect(await list(rig, account)).toMatchObject({ ok: false, error: { kind: 'secret_origin_mismatch' } })
    expect(sentTo(other)).toBe(0)
  })

  test('A bare key is neither lost nor stored twice if its row cannot be written', async () => {
    const opened = await open()
    const { rig, account, store } = opened
    await rig.restart(() =>
      edit(
        rig,
        `create trigger refuse before update of secret_id on api_key when new.secret_id like 'key-%' begin select raise(fail, 'no'); end`,
      ),
    )
    const former = await asFormerVersion(opened)
    expect(await list(rig, account)).toMatchObject({ ok: true })
    expect(await store.get(former)).toBe(token)
    await rig.restart(() => edit(rig, 'drop trigger refuse'))
    await expect.poll(() => store.get(former)).toBeNull()
    expect(await list(rig, account)).toMatchObject({ ok: true })
    const database = new DatabaseSync(join(rig.profile, 'banto.db'))
    onTestFinished(() => database.close())
    await expect
      .poll(() => database.prepare(`select value from setting where name = 'keychain_leftovers'`).get())
      .toEqual({ value: '[]' })
  })

  test('A bare key is bound even if the base URL of another account is damaged', async () => {
    const { rig, store, account } = await open()
    const second = await rig.addAccount('Second', [secondToken])
    const formers = { [account.id]: randomUUID(), [second.id]: randomUUID() }
    for (const former of Object.values(formers)) await store.set(former, token)
    await rig.restart(() => {
      for (const [id, former] of Object.entries(formers))
        edit(rig, 'update api_key set secret_id = ? where account_id = ?', former, id)
      edit(rig, `update account set base_url = 'no address' where id = ?`, account.id)
    })
    await expect.poll(() => store.get(formers[second.id] ?? '')).toBeNull()
    expect(await store.get(formers[account.id] ?? '')).toBe(token)
  })

  test('A bare key survives a first start with a locked keychain, and is bound after unlocking', async () => {
    const keyring = await startKeyring()
    onTestFinished(() => keyring.stop())
    const rig = await startSimulatorRig({ world })
    onTestFinished(() => rig.close())
    const start = () => {
      const app = startLineRpcProcess(
        'accounts-with-real-keychain-child-process.ts',
        [join(rig.profile, 'child.sqlite'), 'Banto test'],
        { HOME: rig.profile, ...keyring.env },
      )
      onTestFinished(() => void app.kill())
      return app
    }
    const before = start()
    const { pendingKeyId } = (
      await before.call('tryKey', {
        baseUrl: rig.simulator.url,
        secret: token,
        accountId: null,
        otherPendingKeyIds: [],
        pendingProxyId: null,
      })
    ).value as { pendingKeyId: string }
    await before.call('add', {
      label: 'First',
      colour: 'blue',
      folder: '',
      notes: '',
      baseUrl: rig.simulator.url,
      pendingProxyId: null,
      keys: [{ pendingKeyId, label: 'Key' }],
    })
    await before.call('asFormerVersion', 'former', token)
    await before.end()

    await keyring.lock()
    const locked = start()
    await locked.call('migrateKeysWithoutOrigin')
    expect(await locked.call('secretIds')).toEqual({ value: ['former'] })
    await keyring.unlock()
    expect(await locked.call('raw', 'former')).toEqual({ value: token })
    await locked.call('migrateKeysWithoutOrigin')
    const [bound] = (await locked.call('secretIds')).value as string[]
    expect(await locked.call('raw', bound)).toEqual({ value: `banto-key 1\n${rig.simulator.url}\n${token}` })
    expect(await locked.call('raw', 'former')).toEqual({ value: null })
  })
})
