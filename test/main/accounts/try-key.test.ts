import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { formatJapanTime } from '#shared/japan-time.ts'
import {
  startAccountsRig,
  readKeyExpiry,
  domainNames,
  tokens,
  keyId,
} from './accounts-with-simulator-and-keychain-rig.ts'
import { captureAppError } from '#test/capture-rejection.ts'

describe('trying a key', () => {
  test('A trial shows the permissions and the expiry of the key, and stores nothing', async () => {
    const { app, simulator, tryKey } = await startAccountsRig()
    const full = await tryKey(` ${tokens.full}\n`)
    expect(full).toMatchObject({ expiresAt: null, domains: 3, servers: 1, overlaps: [] })
    expect(full.me.services?.['domain']).toMatchObject({ permission_type: 'full' })
    const read = await tryKey(tokens.read)
    expect(read.expiresAt).not.toBeNull()
    expect(formatJapanTime(read.expiresAt ?? 0)).toBe(readKeyExpiry)
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
    const { simulator, tryKey } = await startAccountsRig()
    simulator.faults.add({
      match: { path: '^/v1/(domain|server)$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    expect(await tryKey(tokens.full)).toMatchObject({ domains: null, servers: null, unread: [], overlaps: [] })
  })

  test('A trial distinguishes a list that could not be read from one that the key may not read', async () => {
    const { simulator, tryKey } = await startAccountsRig()
    simulator.faults.add({ match: { path: '^/v1/domain$' }, fault: { kind: 'other-json' } })
    expect(await tryKey(tokens.full)).toMatchObject({ domains: null, servers: 1, unread: ['domain'], overlaps: [] })
    expect(await tryKey(tokens.read)).toMatchObject({ domains: null, servers: null, unread: ['domain'] })
    simulator.faults.clear()
    simulator.faults.add({ match: { path: '^/v1/domain$' }, fault: { kind: 'status', status: 403, body: 'a proxy' } })
    expect(await tryKey(tokens.full)).toMatchObject({ domains: null, unread: ['domain'] })
  })

  test.each([
    ['a text that is not a URL', { baseUrl: 'ht!tp://' }, 'not_a_url'],
    ['http to another machine', { baseUrl: 'http://service.example' }, 'insecure_url'],
    ['a key with a blank in it', { secret: 'two words' }, 'invalid_input'],
    ['a key that a header cannot contain', { secret: '鍵' }, 'invalid_input'],
  ])('A trial spends no call on %s', async (_, input, kind) => {
    const { app, simulator } = await startAccountsRig()
    expect(
      (
        await captureAppError(
          app.accounts.tryKey({
            baseUrl: simulator.url,
            secret: tokens.full,
            accountId: null,
            otherPendingKeyIds: [],
            pendingProxyId: null,
            ...input,
          }),
        )
      ).kind,
    ).toBe(kind)
    expect(simulator.ledger.requests).toEqual([])
  })

  test('A trial reports a service that cannot be reached', async () => {
    const { tryKey } = await startAccountsRig()
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise((resolve) => server.close(resolve))
    expect((await captureAppError(tryKey(tokens.full, { baseUrl }))).kind).toBe('no_network')
  })

  test.each([
    ['html', 'not_the_service'],
    ['garbage', 'not_the_service'],
    ['other-json', 'unknown_shape'],
  ] as const)(
    'A trial reports a response that is not from the service, or of an unknown shape: %s',
    async (kind, expected) => {
      const { simulator, tryKey } = await startAccountsRig()
      simulator.faults.add({ fault: { kind } })
      expect((await captureAppError(tryKey(tokens.full))).kind).toBe(expected)
    },
  )

  test.each([
    ['an unknown key', 'token-that-nobody-has', 401],
    ['an expired key', tokens.old, 401],
    ['a key for another IP', tokens.local, 403],
  ])('A trial reports %s with the error of the service', async (_, secret, status) => {
    const { tryKey } = await startAccountsRig()
    expect(await captureAppError(tryKey(secret))).toMatchObject({ kind: 'service', status })
  })

  test('A trial reports a key that is already stored, and where', async () => {
    const { simulator, tryKey, add } = await startAccountsRig()
    const account = await add('first', tokens.full)
    const sent = simulator.ledger.requests.length
    expect(await captureAppError(tryKey(tokens.full, { baseUrl: `${simulator.url}/v1/` }))).toMatchObject({
      kind: 'key_exists',
      details: { accountId: account.id, keyId: keyId(account) },
    })
    expect(simulator.ledger.requests).toHaveLength(sent)
  })

  test('A trial recognizes a service under another spelling of its base URL, for stored keys and for overlaps', async () => {
    const { simulator, tryKey, add, insertInventoryRows } = await startAccountsRig()
    const account = await add('first', tokens.full)
    insertInventoryRows(account.id, domainNames)
    const baseUrl = simulator.url.replace('127.0.0.1', 'LOCALHOST')
    expect(await captureAppError(tryKey(tokens.full, { baseUrl }))).toMatchObject({
      kind: 'key_exists',
      details: { accountId: account.id },
    })
    expect((await tryKey(tokens.read, { baseUrl })).overlaps).toMatchObject([
      { accountId: account.id, names: ['two.example'] },
    ])
  })

  test('A trial names other accounts that list the same domains, except the account that the key is for', async () => {
    const { tryKey, add, insertInventoryRows } = await startAccountsRig()
    const account = await add('first', tokens.full)
    insertInventoryRows(account.id, domainNames, ['banto1.simulator.example'])
    expect((await tryKey(tokens.read)).overlaps).toEqual([
      { accountId: account.id, accountLabel: 'first', names: ['two.example'], count: 1 },
    ])
    expect((await tryKey(tokens.read, { accountId: account.id })).overlaps).toEqual([])
    expect((await tryKey(tokens.other)).overlaps).toEqual([])
  })
})
