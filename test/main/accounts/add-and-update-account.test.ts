import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startAccountsRig, tokens, keyId } from './accounts-with-simulator-and-keychain-rig.ts'
import { captureAppError } from '#test/capture-rejection.ts'

describe('adding an account', () => {
  test('Adding an account stores every key in the keychain and its permissions in the database, and sends an event', async () => {
    const { app, simulator, events, add, itemOf, stored } = await startAccountsRig()
    const account = await add('first', tokens.full, tokens.read)
    expect(account).toMatchObject({
      label: 'first',
      baseUrl: simulator.url,
      isPaused: false,
      syncedAt: null,
      domains: 0,
    })
    expect(account.keys.map(({ state }) => state)).toEqual(['working', 'working'])
    expect(account.health).toEqual({ level: 'attention', reasons: ['key_expires_soon', 'never_synced'] })
    expect(await stored()).toEqual([itemOf(tokens.full), itemOf(tokens.read)])
    expect(events.at(-1)).toEqual([account])
    expect(await app.accounts.secret(keyId(account, 1), simulator.url)).toBe(tokens.read)
  })

  test('Adding an account writes no secret into any file of the profile', async () => {
    const { dir, tryKey, add } = await startAccountsRig()
    await add('first', tokens.full, tokens.read)
    await captureAppError(tryKey('token-that-nobody-has'))
    const texts = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'latin1'))
    for (const token of [tokens.full, tokens.read, 'token-that-nobody-has'])
      expect(texts.some((text) => text.includes(token))).toBe(false)
  })

  test('Adding an account refuses a key that is given twice, and one that was stored meanwhile', async () => {
    const { app, simulator, tryKey } = await startAccountsRig()
    const [one, two] = [await tryKey(tokens.full), await tryKey(tokens.full)]
    const fields = {
      label: 'first',
      colour: 'blue',
      folder: '',
      notes: '',
      baseUrl: simulator.url,
      pendingProxyId: null,
    } as const
    const twice = [one, two].map(({ pendingKeyId }) => ({ pendingKeyId, label: 'key' }))
    expect(await captureAppError(app.accounts.add({ ...fields, keys: twice }))).toMatchObject({
      kind: 'invalid_input',
      details: { issues: [{ path: 'secret', code: 'keyGivenTwice' }] },
    })
    await app.accounts.add({ ...fields, keys: twice.slice(0, 1) })
    expect((await captureAppError(app.accounts.add({ ...fields, keys: twice.slice(1) }))).kind).toBe('key_exists')
    expect(app.accounts.list()).toHaveLength(1)
  })

  test('A key is not stored for another base URL than the one it was tried at', async () => {
    const { app, tryKey } = await startAccountsRig()
    const { pendingKeyId } = await tryKey(tokens.full)
    const fields = {
      label: 'first',
      colour: 'blue',
      folder: '',
      notes: '',
      keys: [{ pendingKeyId, label: 'key' }],
      pendingProxyId: null,
    } as const
    expect(
      (
        await captureAppError(
          app.accounts.add({ ...fields, keys: [...fields.keys], baseUrl: 'https://service.example' }),
        )
      ).kind,
    ).toBe('invalid_input')
    expect(app.accounts.list()).toEqual([])
  })

  test('A discarded key must be typed again', async () => {
    const { app, simulator, tryKey } = await startAccountsRig()
    const { pendingKeyId } = await tryKey(tokens.full)
    app.accounts.discardPendingKey(pendingKeyId)
    expect(
      await captureAppError(
        app.accounts.add({
          label: 'first',
          colour: 'blue',
          folder: '',
          notes: '',
          baseUrl: simulator.url,
          keys: [{ pendingKeyId, label: 'key' }],
          pendingProxyId: null,
        }),
      ),
    ).toMatchObject({ kind: 'not_found', details: { what: 'pendingKey' } })
  })

  test('An account that cannot be written leaves no secret in the keychain, and can be added again without typing the key', async () => {
    const { app, simulator, tryKey, itemOf, stored } = await startAccountsRig()
    const { pendingKeyId } = await tryKey(tokens.full)
    const fields = {
      label: 'first',
      colour: 'blue' as const,
      folder: '',
      notes: '',
      baseUrl: simulator.url,
      keys: [{ pendingKeyId, label: 'key' }],
      pendingProxyId: null,
    }
    app.database.run(
      `create trigger refuse before insert on api_key begin insert into setting values ('attempted', new.secret_id); select raise(fail, 'no'); end`,
    )
    expect((await captureAppError(app.accounts.add(fields))).kind).toBe('database_failed')
    expect(app.accounts.list()).toEqual([])
    app.database.run('drop trigger refuse')
    await app.keychain.deleteOrphaned()
    expect(app.database.get(`select value from setting where name = 'keychain_leftovers'`)).toEqual({ value: '[]' })
    await app.accounts.add(fields)
    expect(await stored()).toEqual([itemOf(tokens.full)])
  })
})

describe('changing an account', () => {
  test('An update keeps the fields that are not given', async () => {
    const { app, simulator, add } = await startAccountsRig()
    const { id } = await add('first', tokens.full)
    app.accounts.update({ accountId: id, notes: 'a note', isReadOnly: true })
    expect(app.accounts.update({ accountId: id, label: 'second', isPaused: true })).toMatchObject({
      label: 'second',
      colour: 'blue',
      notes: 'a note',
      isReadOnly: true,
      isPaused: true,
      health: { level: 'paused' },
    })
    expect(app.accounts.account(id)).toEqual({ id, baseUrl: simulator.url, isPaused: true, isReadOnly: true })
  })

  test('An update of an unknown account or key is refused', async () => {
    const { app, simulator, add } = await startAccountsRig()
    const { id } = await add('first', tokens.full)
    const other = await add('second', tokens.other)
    expect(() => app.accounts.update({ accountId: 'none' })).toThrow(
      expect.objectContaining({ kind: 'not_found' }) as Error,
    )
    expect(() => app.accounts.renameKey({ accountId: id, keyId: keyId(other), label: 'x' })).toThrow(
      expect.objectContaining({ kind: 'not_found' }) as Error,
    )
    expect((await captureAppError(app.accounts.secret('none', simulator.url))).kind).toBe('not_found')
  })
})
