import { describe, expect, test } from 'vitest'
import { startAccountsRig, tokens, keyId } from './accounts-with-simulator-and-keychain-rig.ts'
import { captureAppError } from '#test/capture-rejection.ts'

describe('keys', () => {
  test('Keys can be added to and removed from an account, with their secrets', async () => {
    const { app, tryKey, add, secretIds, itemOf, stored } = await startAccountsRig()
    const account = await add('first', tokens.full)
    const { pendingKeyId } = await tryKey(tokens.read, { accountId: account.id })
    const both = await app.accounts.addKey({ accountId: account.id, pendingKeyId, label: 'second' })
    expect(both.keys.map(({ label }) => label)).toEqual(['first 0', 'second'])
    const [first = ''] = secretIds()
    const left = await app.accounts.removeKey(account.id, keyId(both))
    expect(left.keys.map(({ label }) => label)).toEqual(['second'])
    expect(await app.store.get(first)).toBeNull()
    expect(await stored()).toEqual([itemOf(tokens.read)])
  })

  test('A replaced key keeps its ID: the new secret is used and the old one is deleted', async () => {
    const { app, simulator, tryKey, add, secretIds } = await startAccountsRig()
    const account = await add('first', tokens.full)
    const [old = ''] = secretIds()
    app.accounts.onKeyRefused(keyId(account), await captureAppError(tryKey('token-that-nobody-has')))
    expect(app.accounts.get(account.id).health).toMatchObject({
      level: 'failing',
      reasons: ['no_usable_key', 'key_quarantined', 'never_synced'],
    })
    const { pendingKeyId } = await tryKey(tokens.read, { accountId: account.id })
    const secretReplacedAt = () =>
      app.database.get<{ at: number | null }>('select secret_replaced_at as at from api_key')?.at
    expect(secretReplacedAt()).toBeNull()
    const replaced = await app.accounts.replaceKey({ accountId: account.id, keyId: keyId(account), pendingKeyId })
    expect(secretReplacedAt()).toBeGreaterThanOrEqual(account.addedAt)
    expect(replaced.keys).toMatchObject([{ id: keyId(account), label: 'first 0', state: 'working', error: null }])
    expect(await app.accounts.secret(keyId(account), simulator.url)).toBe(tokens.read)
    expect(await app.store.get(old)).toBeNull()
  })

  test('A key that is refused with 401 is quarantined with the error of the service until a test succeeds', async () => {
    const { app, simulator, add } = await startAccountsRig()
    const account = await add('first', tokens.full)
    const endRefusal = simulator.faults.add({ fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' } })
    await captureAppError(
      app.api.call({ accountId: account.id, endpoint: 'domain.list', input: {}, priority: 'interactive' }),
    )
    expect(app.accounts.keys(account.id)).toMatchObject([
      { state: 'quarantined', error: { kind: 'service', code: 'UNAUTHORIZED' } },
    ])
    expect((await captureAppError(app.accounts.retestKey(account.id, keyId(account)))).status).toBe(401)
    expect(app.accounts.keys(account.id)).toMatchObject([{ state: 'quarantined' }])
    endRefusal()
    app.accounts.onKeyAccepted(keyId(account))
    expect(app.accounts.keys(account.id)).toMatchObject([{ state: 'quarantined' }])
    app.api.resumeCalls()
    expect((await app.accounts.retestKey(account.id, keyId(account))).keys).toMatchObject([
      { state: 'working', error: null },
    ])
  })

  test('A key that is not allowed from this IP is marked as forbidden after a test', async () => {
    const { app, simulator, add } = await startAccountsRig()
    const account = await add('first', tokens.full)
    simulator.faults.add({
      match: { path: '^/v1/me$' },
      times: 1,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    expect((await captureAppError(app.accounts.retestKey(account.id, keyId(account)))).status).toBe(403)
    expect(app.accounts.get(account.id)).toMatchObject({
      keys: [{ state: 'forbidden', error: { code: 'FORBIDDEN' } }],
      health: { level: 'failing' },
    })
  })

  test('A key that is missing in the keychain is marked as missing, and can be typed again', async () => {
    const { app, simulator, restart, tryKey, add, secretIds } = await startAccountsRig()
    const account = await add('first', tokens.full)
    const service = secretIds()[0] ?? ''
    await app.store.delete(service)
    const restarted = await restart()
    expect((await captureAppError(restarted.accounts.secret(keyId(account), simulator.url))).kind).toBe(
      'secret_missing',
    )
    expect(restarted.accounts.keys(account.id)).toMatchObject([{ state: 'missing' }])
    const { pendingKeyId } = await tryKey(tokens.full, { accountId: account.id })
    expect(
      (await restarted.accounts.replaceKey({ accountId: account.id, keyId: keyId(account), pendingKeyId })).keys,
    ).toMatchObject([{ state: 'working' }])
  })

  test('Keys that an earlier version stored under one label get different labels at the next start', async () => {
    const { app, simulator, restart, add } = await startAccountsRig()
    const account = await add('first', tokens.full, tokens.read)
    app.database.run(`update api_key set label = 'main'`)
    const restarted = await restart()
    expect(restarted.accounts.keys(account.id).map(({ label }) => label)).toEqual(['main', 'main (2)'])
    expect(await restarted.accounts.secret(keyId(account, 1), simulator.url)).toBe(tokens.read)
  })

  test('A key past its expiry is expired', async () => {
    const { app, add } = await startAccountsRig()
    const account = await add('first', tokens.read)
    app.accounts.startKeyCheck(keyId(account)).markWorking({ expires_at: '2020-01-01 00:00:00', services: {} }, 1)
    expect(app.accounts.keys(account.id)).toMatchObject([{ state: 'expired', checkedAt: 1 }])
  })
})
