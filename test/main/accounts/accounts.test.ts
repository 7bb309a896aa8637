import { createServer } from 'node:http'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import type { AppError } from '#shared/app-error.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { storeSearchEntries } from '#main/inventory/search-index/store-search-entries.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { startKeyring } from '#test/start-keyring.ts'
import { startLineRpcProcess } from './line-rpc-process.ts'
import { startAccounts } from './start-accounts.ts'

const tokens = {
  full: 'token-of-the-full-key',
  read: 'token-of-the-read-key',
  other: 'token-of-another-user',
  local: 'token-for-one-address',
  old: 'token-that-expired',
}
const soon = formatJapanTime(Date.now() + 5 * dayMs)
const names = ['one.example', 'two.example', 'three.example']
const world = {
  users: [
    {
      name: 'user',
      keys: [
        { token: tokens.full },
        {
          token: tokens.read,
          expires_at: soon,
          services: {
            domain: { permission_type: 'read' as const, target_mode: 'selected' as const, targets: ['two.example'] },
          },
        },
        { token: tokens.local, ip_allow: ['192.0.2.1'] },
        { token: tokens.old, expires_at: '2020-01-01 00:00:00' },
      ],
      domains: names.map((domain_name) => ({ domain_name })),
      servers: [{ server_id: 'banto1' }],
    },
    { name: 'other', keys: [{ token: tokens.other }], domains: [{ domain_name: 'other.example' }] },
  ],
}

let dir: string
let simulator: Simulator
let events: Account[][]
let app: ReturnType<typeof startAccounts>
let cleanups: (() => unknown)[]
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'accounts-test-'))
  cleanups = [() => rmSync(dir, { recursive: true, force: true })]
  simulator = await startSimulator({ world })
  cleanups.push(() => simulator.close())
  events = []
  app = startAccounts(join(dir, 'banto.sqlite'), `Banto test ${crypto.randomUUID()}`, (name, payload) => {
    if (name === 'accounts.changed') events.push(payload as Account[])
  })
  cleanups.push(() => app.close())
})
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

const tryKey = (secret: string, more: { accountId?: string; baseUrl?: string; otherPendingKeyIds?: string[] } = {}) =>
  app.accounts.tryKey({ baseUrl: simulator.url, secret, accountId: null, otherPendingKeyIds: [], ...more })

async function add(label: string, ...secrets: string[]): Promise<Account> {
  const keys = []
  for (const [index, secret] of secrets.entries())
    keys.push({ pendingKeyId: (await tryKey(secret)).pendingKeyId, label: `${label} ${index}` })
  return app.accounts.add({ label, colour: 'blue', folder: '', notes: '', baseUrl: simulator.url, keys })
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => {
      throw new Error('It did not fail')
    },
    (error: unknown) => error as AppError,
  )
}

const secretIds = () =>
  app.database
    .all<{ secret_id: string }>('select secret_id from api_key order by added_at, rowid')
    .map(({ secret_id }) => secret_id)
const itemOf = (token: string) => `banto-key 1\n${simulator.url}\n${token}`
const stored = () => Promise.all(secretIds().map((id) => app.store.get(id)))
const keyId = (account: Account, index = 0) => account.keys[index]?.id ?? ''

/** Writes rows like those of a sync. */
function showInventory(accountId: string, domains: string[], servers: string[] = []): void {
  const { database } = app
  for (const name of domains) {
    database.run(`insert into domain (account_id, name, status, read_at) values (?, ?, 'active', 0)`, accountId, name)
    database.run(
      `insert into record (account_id, domain, id, type, host, content, ttl, priority) values (?, ?, 1, 'A', '@', '192.0.2.1', 3600, 0)`,
      accountId,
      name,
    )
  }
  database.transaction(() =>
    storeSearchEntries(
      database,
      accountId,
      domains.map((domain) => ({ domain, title: domain })),
    ),
  )
  for (const name of servers)
    database.run(`insert into server (account_id, name, status, read_at) values (?, ?, 'active', 0)`, accountId, name)
  database.run(
    `insert or replace into sync_run (account_id, state, started_at, lists_read_at) values (?, 'idle', 0, ?)`,
    accountId,
    Date.now(),
  )
}

function showLog(account: Account, index = 0): void {
  app.database.run(
    `insert into log_entry (key_id, account_id, at, method, path, status_code) values (?, ?, 0, 'GET', '/v1/me', 200)`,
    keyId(account, index),
    account.id,
  )
}

describe('trying a key', () => {
  test('A trial shows the permissions and the expiry of the key, and stores nothing', async () => {
    const full = await tryKey(` ${tokens.full}\n`)
    expect(full).toMatchObject({ expiresAt: null, domains: 3, servers: 1, overlaps: [] })
    expect(full.me.services?.['domain']).toMatchObject({ permission_type: 'full' })
    const read = await tryKey(tokens.read)
    expect(read.expiresAt).not.toBeNull()
    expect(formatJapanTime(read.expiresAt ?? 0)).toBe(soon)
    expect(read).toMatchObject({ domains: 1, servers: null })
    expect(app.accounts.list()).toEqual([])
    expect(simulator.ledger.requests.map(({ path }) => path)).toEqual([
      '/v1/me',
      '/v1/domain',
      '/v1/server',
      '/v1/me',
      '/v1/domain',
    ])
  })

  test('A trial succeeds for a key that may not list', async () => {
    simulator.faults.add({
      match: { path: '^/v1/(domain|server)$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    expect(await tryKey(tokens.full)).toMatchObject({ domains: null, servers: null, unread: [], overlaps: [] })
  })

  test('A trial distinguishes a list that could not be read from one that the key may not read', async () => {
    simulator.faults.add({ match: { path: '^/v1/domain$' }, fault: { kind: 'other-json' } })
    expect(await tryKey(tokens.full)).toMatchObject({ domains: null, servers: 1, unread: ['domain'], overlaps: [] })
    expect(await tryKey(tokens.read)).toMatchObject({ domains: null, servers: null, unread: ['domain'] })
  })

  test.each([
    ['a text that is not a URL', { baseUrl: 'ht!tp://' }, 'not_a_url'],
    ['http to another machine', { baseUrl: 'http://service.example' }, 'insecure_url'],
    ['a key with a blank in it', { secret: 'two words' }, 'invalid_input'],
    ['a key that a header cannot contain', { secret: '鍵' }, 'invalid_input'],
  ])('A trial spends no call on %s', async (_, input, kind) => {
    expect(
      (
        await failure(
          app.accounts.tryKey({
            baseUrl: simulator.url,
            secret: tokens.full,
            accountId: null,
            otherPendingKeyIds: [],
            ...input,
          }),
        )
      ).kind,
    ).toBe(kind)
    expect(simulator.ledger.requests).toEqual([])
  })

  test('A trial reports a service that cannot be reached', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise((resolve) => server.close(resolve))
    expect((await failure(tryKey(tokens.full, { baseUrl }))).kind).toBe('no_network')
  })

  test.each([['html'], ['other-json'], ['garbage']] as const)(
    'A trial reports a response that is not from the service: %s',
    async (kind) => {
      simulator.faults.add({ fault: { kind } })
      expect((await failure(tryKey(tokens.full))).kind).toBe('not_the_service')
    },
  )

  test.each([
    ['an unknown key', 'token-that-nobody-has', 401],
    ['an expired key', tokens.old, 401],
    ['a key for another IP', tokens.local, 403],
  ])('A trial reports %s with the error of the service', async (_, secret, status) => {
    expect(await failure(tryKey(secret))).toMatchObject({ kind: 'service', status })
  })

  test('A trial reports a key that is already stored, and where', async () => {
    const account = await add('first', tokens.full)
    const sent = simulator.ledger.requests.length
    expect(await failure(tryKey(tokens.full, { baseUrl: `${simulator.url}/v1/` }))).toMatchObject({
      kind: 'key_exists',
      details: { accountId: account.id, keyId: keyId(account) },
    })
    expect(simulator.ledger.requests).toHaveLength(sent)
  })

  test('A trial recognizes a service under another spelling of its base URL, for stored keys and for overlaps', async () => {
    const account = await add('first', tokens.full)
    showInventory(account.id, names)
    const baseUrl = simulator.url.replace('127.0.0.1', 'LOCALHOST')
    expect(await failure(tryKey(tokens.full, { baseUrl }))).toMatchObject({
      kind: 'key_exists',
      details: { accountId: account.id },
    })
    expect((await tryKey(tokens.read, { baseUrl })).overlaps).toMatchObject([
      { accountId: account.id, names: ['two.example'] },
    ])
  })

  test('A trial names other accounts that list the same domains, except the account that the key is for', async () => {
    const account = await add('first', tokens.full)
    showInventory(account.id, names, ['banto1.simulator.example'])
    expect((await tryKey(tokens.read)).overlaps).toEqual([
      { accountId: account.id, accountLabel: 'first', names: ['two.example'], count: 1 },
    ])
    expect((await tryKey(tokens.read, { accountId: account.id })).overlaps).toEqual([])
    expect((await tryKey(tokens.other)).overlaps).toEqual([])
  })
})

describe('the owner of a key', () => {
  test('A key is compared with the names of the account: names in common, none in common, or nothing to compare', async () => {
    const account = await add('first', tokens.full)
    const match = async (secret: string) =>
      app.accounts.matchKeys(account.id, [(await tryKey(secret, { accountId: account.id })).pendingKeyId])
    expect(await match(tokens.other)).toBe('unknown')
    showInventory(account.id, names, ['banto1.simulator.example'])
    expect(await match(tokens.read)).toBe('shared')
    expect(await match(tokens.other)).toBe('none')
    // A domain that moves from one user to another is listed for both.
    showInventory(account.id, ['other.example'])
    app.database.run(`update domain set status = 'transferring' where name = 'other.example'`)
    expect(await match(tokens.other)).toBe('none')
    // A domain that is gone from the account may belong to another user now.
    app.database.run(`update domain set status = 'active', gone_since = 1 where name = 'other.example'`)
    expect(await match(tokens.other)).toBe('none')
    simulator.faults.add({
      match: { path: '^/v1/(domain|server)$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    expect(await match(tokens.other)).toBe('unknown')
  })

  test('The keys for one new account are compared with each other, and the same key is refused twice', async () => {
    const { pendingKeyId } = await tryKey(tokens.full)
    const [read, other] = [(await tryKey(tokens.read)).pendingKeyId, (await tryKey(tokens.other)).pendingKeyId]
    const match = (...ids: string[]) => app.accounts.matchKeys(null, ids)
    expect(match(pendingKeyId)).toBeNull()
    expect(match(pendingKeyId, read)).toBe('shared')
    expect(match(read, other, pendingKeyId)).toBe('none')
    app.accounts.discardPendingKey(other)
    expect(match(read, other, pendingKeyId)).toBe('shared')
    const sent = simulator.ledger.requests.length
    expect(await failure(tryKey(tokens.full, { otherPendingKeyIds: [pendingKeyId] }))).toMatchObject({
      kind: 'invalid_input',
      details: { issues: [{ code: 'keyGivenTwice' }] },
    })
    expect(simulator.ledger.requests).toHaveLength(sent)
  })
})

describe('adding an account', () => {
  test('Adding an account stores every key in the keychain and its permissions in the database, and sends an event', async () => {
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
    await add('first', tokens.full, tokens.read)
    await failure(tryKey('token-that-nobody-has'))
    const texts = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'latin1'))
    for (const token of [tokens.full, tokens.read, 'token-that-nobody-has'])
      expect(texts.some((text) => text.includes(token))).toBe(false)
  })

  test('Adding an account refuses a key that is given twice, and one that was stored meanwhile', async () => {
    const [one, two] = [await tryKey(tokens.full), await tryKey(tokens.full)]
    const fields = { label: 'first', colour: 'blue', folder: '', notes: '', baseUrl: simulator.url } as const
    const twice = [one, two].map(({ pendingKeyId }) => ({ pendingKeyId, label: 'key' }))
    expect(await failure(app.accounts.add({ ...fields, keys: twice }))).toMatchObject({
      kind: 'invalid_input',
      details: { issues: [{ path: 'secret', code: 'keyGivenTwice' }] },
    })
    await app.accounts.add({ ...fields, keys: twice.slice(0, 1) })
    expect((await failure(app.accounts.add({ ...fields, keys: twice.slice(1) }))).kind).toBe('key_exists')
    expect(app.accounts.list()).toHaveLength(1)
  })

  test('A key is not stored for another base URL than the one it was tried at', async () => {
    const { pendingKeyId } = await tryKey(tokens.full)
    const fields = {
      label: 'first',
      colour: 'blue',
      folder: '',
      notes: '',
      keys: [{ pendingKeyId, label: 'key' }],
    } as const
    expect(
      (await failure(app.accounts.add({ ...fields, keys: [...fields.keys], baseUrl: 'https://service.example' }))).kind,
    ).toBe('invalid_input')
    expect(app.accounts.list()).toEqual([])
  })

  test('A discarded key must be typed again', async () => {
    const { pendingKeyId } = await tryKey(tokens.full)
    app.accounts.discardPendingKey(pendingKeyId)
    expect(
      await failure(
        app.accounts.add({
          label: 'first',
          colour: 'blue',
          folder: '',
          notes: '',
          baseUrl: simulator.url,
          keys: [{ pendingKeyId, label: 'key' }],
        }),
      ),
    ).toMatchObject({ kind: 'not_found', details: { what: 'ticket' } })
  })

  test('An account that cannot be written leaves no secret in the keychain, and can be added again without typing the key', async () => {
    const { pendingKeyId } = await tryKey(tokens.full)
    const fields = {
      label: 'first',
      colour: 'blue' as const,
      folder: '',
      notes: '',
      baseUrl: simulator.url,
      keys: [{ pendingKeyId, label: 'key' }],
    }
    app.database.run(
      `create trigger refuse before insert on api_key begin insert into setting values ('attempted', new.secret_id); select raise(fail, 'no'); end`,
    )
    expect((await failure(app.accounts.add(fields))).kind).toBe('database_failed')
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
    const { id } = await add('first', tokens.full)
    const other = await add('second', tokens.other)
    expect(() => app.accounts.update({ accountId: 'none' })).toThrow(
      expect.objectContaining({ kind: 'not_found' }) as Error,
    )
    expect(() => app.accounts.renameKey({ accountId: id, keyId: keyId(other), label: 'x' })).toThrow(
      expect.objectContaining({ kind: 'not_found' }) as Error,
    )
    expect((await failure(app.accounts.secret('none', simulator.url))).kind).toBe('not_found')
  })
})

describe('keys', () => {
  test('Keys can be added to and removed from an account, with their secrets', async () => {
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
    const account = await add('first', tokens.full)
    const [old = ''] = secretIds()
    app.accounts.onKeyRefused(keyId(account), await failure(tryKey('token-that-nobody-has')))
    expect(app.accounts.get(account.id).health).toMatchObject({
      level: 'failing',
      reasons: ['all_keys_refused', 'key_quarantined', 'never_synced'],
    })
    const { pendingKeyId } = await tryKey(tokens.read, { accountId: account.id })
    const replaced = await app.accounts.replaceKey({ accountId: account.id, keyId: keyId(account), pendingKeyId })
    expect(replaced.keys).toMatchObject([{ id: keyId(account), label: 'first 0', state: 'working', error: null }])
    expect(await app.accounts.secret(keyId(account), simulator.url)).toBe(tokens.read)
    expect(await app.store.get(old)).toBeNull()
  })

  test('A key that is refused with 401 is quarantined with the error of the service until a test succeeds', async () => {
    const account = await add('first', tokens.full)
    const endRefusal = simulator.faults.add({ fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' } })
    await failure(app.api.call({ accountId: account.id, endpoint: 'domain.list', input: {}, priority: 'interactive' }))
    expect(app.accounts.keys(account.id)).toMatchObject([
      { state: 'quarantined', error: { kind: 'service', code: 'UNAUTHORIZED' } },
    ])
    expect((await failure(app.accounts.retestKey(account.id, keyId(account)))).status).toBe(401)
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
    const account = await add('first', tokens.full)
    simulator.faults.add({
      match: { path: '^/v1/me$' },
      times: 1,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    expect((await failure(app.accounts.retestKey(account.id, keyId(account)))).status).toBe(403)
    expect(app.accounts.get(account.id)).toMatchObject({
      keys: [{ state: 'forbidden', error: { code: 'FORBIDDEN' } }],
      health: { level: 'failing' },
    })
  })

  test('A key that is missing in the keychain is marked as missing, and can be typed again', async () => {
    const account = await add('first', tokens.full)
    const service = secretIds()[0] ?? ''
    await app.store.delete(service)
    await app.close()
    app = startAccounts(join(dir, 'banto.sqlite'), app.service)
    expect((await failure(app.accounts.secret(keyId(account), simulator.url))).kind).toBe('secret_missing')
    expect(app.accounts.keys(account.id)).toMatchObject([{ state: 'missing' }])
    const { pendingKeyId } = await tryKey(tokens.full, { accountId: account.id })
    expect(
      (await app.accounts.replaceKey({ accountId: account.id, keyId: keyId(account), pendingKeyId })).keys,
    ).toMatchObject([{ state: 'working' }])
  })

  test('Keys that an earlier version stored under one label get different labels at the next start', async () => {
    const account = await add('first', tokens.full, tokens.read)
    app.database.run(`update api_key set label = 'main'`)
    await app.close()
    app = startAccounts(join(dir, 'banto.sqlite'), app.service)
    expect(app.accounts.keys(account.id).map(({ label }) => label)).toEqual(['main', 'main (2)'])
    expect(await app.accounts.secret(keyId(account, 1), simulator.url)).toBe(tokens.read)
  })

  test('A key past its expiry is expired', async () => {
    const account = await add('first', tokens.read)
    app.accounts.startKeyCheck(keyId(account)).markWorking({ expires_at: '2020-01-01 00:00:00', services: {} }, 1)
    expect(app.accounts.keys(account.id)).toMatchObject([{ state: 'expired', checkedAt: 1 }])
  })
})

describe('merging accounts', () => {
  test('Accounts at one service with two spellings of its base URL can be merged, but not accounts at another port', async () => {
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    const spell = (baseUrl: string) =>
      app.database.run('update account set base_url = ? where id = ?', baseUrl, from.id)
    showInventory(into.id, names)
    showInventory(from.id, ['two.example'])
    spell('http://localhost:1')
    expect(app.accounts.overlaps()).toEqual([])
    expect(await failure(app.accounts.merge(into.id, from.id))).toMatchObject({ kind: 'invalid_input' })
    spell(simulator.url.replace('127.0.0.1', 'localhost'))
    app.database.run('update sync_run set lists_read_at = lists_read_at + 1')
    expect(app.accounts.overlaps()).toMatchObject([{ names: ['two.example'] }])
    expect((await app.accounts.merge(into.id, from.id)).keys).toHaveLength(2)
  })

  test('A merge moves keys and logs, drops inventory that is read again, and keeps the read-only setting and the notes', async () => {
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    showInventory(into.id, names)
    showInventory(from.id, ['two.example'])
    showLog(from)
    app.accounts.emitChanged()
    app.accounts.update({ accountId: from.id, isReadOnly: true, notes: 'ask first' })
    expect(app.accounts.overlaps()).toEqual([expect.objectContaining({ names: ['two.example'], count: 1 })])
    expect(app.accounts.get(into.id).health.reasons).toContain('shares_domains')

    const merged = await app.accounts.merge(into.id, from.id)
    expect(merged.keys.map(({ label }) => label)).toEqual(['into 0', 'from 0'])
    expect(merged).toMatchObject({ isReadOnly: true, notes: 'from: ask first', domains: 3 })
    expect(merged.health.reasons).not.toContain('shares_domains')
    expect(app.accounts.list()).toHaveLength(1)
    expect(app.database.all('select account_id, key_id from log_entry')).toEqual([
      { account_id: into.id, key_id: keyId(from) },
    ])
    expect(await stored()).toEqual([itemOf(tokens.full), itemOf(tokens.read)])
  })

  test('A merge of an account with itself, or across services, is refused', async () => {
    const one = await add('one', tokens.full)
    const two = await add('two', tokens.other)
    app.database.run(`update account set base_url = 'https://service.example' where id = ?`, two.id)
    for (const [into, from] of [
      [one.id, one.id],
      [one.id, two.id],
    ] as const)
      expect((await failure(app.accounts.merge(into, from))).kind).toBe('invalid_input')
    expect(app.accounts.list()).toHaveLength(2)
  })
})

describe('removing an account', () => {
  test('A removal deletes the previewed rows and the secrets of the account, and nothing of other accounts', async () => {
    const gone = await add('gone', tokens.full, tokens.read)
    const kept = await add('kept', tokens.other)
    showInventory(gone.id, names, ['banto1.simulator.example'])
    showInventory(kept.id, ['other.example'])
    showLog(gone)
    showLog(kept)
    for (const { id } of [gone, gone, kept])
      app.database.run(
        `insert into request (account_id, endpoint, method, path, at, duration_ms, attempt) values (?, 'domain.list', 'GET', '/v1/domain', 1, 1, 1)`,
        id,
      )
    const ids = secretIds()
    expect(app.accounts.removalPreview(gone.id)).toEqual({
      keys: 2,
      domains: 3,
      servers: 1,
      records: 3,
      logEntries: 1,
      requests: 2,
    })
    await app.accounts.remove(gone.id)
    expect(app.accounts.list().map(({ label }) => label)).toEqual(['kept'])
    expect(await Promise.all(ids.map((id) => app.store.get(id)))).toEqual([null, null, itemOf(tokens.other)])
    const rows = (table: string) => app.database.all(`select * from ${table}`).length
    expect(['api_key', 'domain', 'server', 'record', 'search_entry', 'log_entry'].map(rows)).toEqual([1, 1, 0, 1, 1, 1])
    expect(app.database.all('select account_id from request where account_id is not null')).toEqual([
      { account_id: kept.id },
    ])
    expect(app.database.all(`select rowid from search where search match '"one.example"'`)).toEqual([])
  })
})

describe('an interrupted removal or merge', () => {
  const listsReadAt = () =>
    app.database
      .all<{ at: number | null }>(
        'select coalesce(lists_read_at, domains_read_at, servers_read_at) as at from sync_run',
      )
      .map(({ at }) => at)
  const synced = (accountId: string) =>
    app.database.run(
      `insert or replace into sync_run (account_id, state, started_at, lists_read_at, domains_read_at, servers_read_at) values (?, 'idle', 1, 2, 2, 2)`,
      accountId,
    )

  test.each(['removing', 'merging'])(
    'After an interruption while %s, no account counts as completely read',
    async (what) => {
      const into = await add('into', tokens.full)
      const from = await add('from', tokens.other)
      showInventory(from.id, ['two.example'])
      synced(from.id)
      if (what === 'merging') synced(into.id)
      app.database.run(`create trigger cut before delete on domain begin select raise(abort, 'cut off'); end`)
      await failure(what === 'merging' ? app.accounts.merge(into.id, from.id) : app.accounts.remove(from.id))
      expect(listsReadAt()).toEqual(what === 'merging' ? [null, null] : [null])
    },
  )

  test('A call that is logged during a merge is moved, too', async () => {
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.other)
    showInventory(from.id, ['two.example'])
    app.database.run(`create trigger late after delete on domain begin
      insert into request (account_id, endpoint, method, path, at, duration_ms, attempt) values (old.account_id, 'domain.list', 'GET', '/late', 1, 1, 1); end`)
    await app.accounts.merge(into.id, from.id)
    expect(app.database.all(`select account_id from request where path = '/late'`)).toEqual([{ account_id: into.id }])
  })
})

describe('accounts with a locked keychain', () => {
  test('A locked keychain refuses to add or remove an account, and a tried key can be added after unlocking', async () => {
    const keyring = await startKeyring()
    cleanups.push(() => keyring.stop())
    const start = () => {
      const started = startLineRpcProcess('accounts-child.ts', [join(dir, 'other.sqlite'), 'Banto test'], {
        HOME: dir,
        ...keyring.env,
      })
      cleanups.push(() => started.kill())
      return started
    }
    const before = start()
    const first = await before.call('tryKey', {
      baseUrl: simulator.url,
      secret: tokens.full,
      accountId: null,
      otherPendingKeyIds: [],
    })
    const fields = { label: 'first', colour: 'blue', folder: '', notes: '', baseUrl: simulator.url }
    const pendingKeyIdOf = ({ value }: { value?: unknown }) => (value as { pendingKeyId: string }).pendingKeyId
    const added = await before.call('add', { ...fields, keys: [{ pendingKeyId: pendingKeyIdOf(first), label: 'key' }] })
    const { id } = added.value as Account
    const second = await before.call('tryKey', {
      baseUrl: simulator.url,
      secret: tokens.other,
      accountId: null,
      otherPendingKeyIds: [],
    })
    const more = { ...fields, label: 'second', keys: [{ pendingKeyId: pendingKeyIdOf(second), label: 'key' }] }
    await keyring.lock()

    expect(await before.call('add', more)).toMatchObject({ kind: 'keychain_locked' })
    const app = start()
    const sent = simulator.ledger.requests.length
    expect(
      await app.call('tryKey', {
        baseUrl: simulator.url,
        secret: tokens.read,
        accountId: null,
        otherPendingKeyIds: [],
      }),
    ).toMatchObject({ kind: 'keychain_locked' })
    expect(simulator.ledger.requests).toHaveLength(sent)
    expect(await app.call('remove', id)).toMatchObject({ kind: 'keychain_locked' })
    expect(await app.call('get', id)).toMatchObject({
      value: { label: 'first', isPaused: false, keys: [{ state: 'working' }] },
    })

    await keyring.unlock()
    expect(await before.call('add', more)).toMatchObject({ value: { label: 'second' } })
    const [secretId] = (await app.call('secretIds')).value as string[]
    expect(await app.call('raw', secretId)).toEqual({ value: itemOf(tokens.full) })
    expect(await app.call('remove', id)).toEqual({ value: null })
    expect(await app.call('raw', secretId)).toEqual({ value: null })
  })
})
