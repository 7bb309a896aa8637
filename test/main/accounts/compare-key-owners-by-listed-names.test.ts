import { describe, expect, test } from 'vitest'
import { startAccountsRig, domainNames, tokens } from './accounts-with-simulator-and-keychain-rig.ts'
import { captureAppError } from '#test/capture-rejection.ts'
import type { SimulatorRig } from '#test/main-process-rig.ts'
import type { SimulatedDomain } from '#simulator/world-state.ts'
import { startSyncRig } from '#test/main/inventory/sync/sync-rig.ts'

async function tryAndMatchKey(rig: SimulatorRig, accountId: string, secret: string) {
  const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret, accountId })
  return rig.call('accounts.matchKeyOwners', { accountId, pendingKeyIds: [pendingKeyId] })
}

describe('the owner of a key', () => {
  test('A key is compared with the names of the account: names in common, none in common, or nothing to compare', async () => {
    const { app, simulator, tryKey, add, insertInventoryRows } = await startAccountsRig()
    const account = await add('first', tokens.full)
    const match = async (secret: string) =>
      app.accounts.matchKeyOwners(account.id, [(await tryKey(secret, { accountId: account.id })).pendingKeyId])
    expect(await match(tokens.other)).toBe('unknown')
    insertInventoryRows(account.id, domainNames, ['banto1.simulator.example'])
    expect(await match(tokens.read)).toBe('same')
    expect(await match(tokens.other)).toBe('different')
    // A domain that moves from one user to another is listed for both.
    insertInventoryRows(account.id, ['other.example'])
    app.database.run(`update domain set status = 'transferring' where name = 'other.example'`)
    expect(await match(tokens.other)).toBe('different')
    // A domain that is gone from the account may belong to another user now.
    app.database.run(`update domain set status = 'active', gone_since = 1 where name = 'other.example'`)
    expect(await match(tokens.other)).toBe('different')
    simulator.faults.add({
      match: { path: '^/v1/(domain|server)$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    expect(await match(tokens.other)).toBe('unknown')
  })

  test('The keys for one new account are compared with each other, and the same key is refused twice', async () => {
    const { app, simulator, tryKey } = await startAccountsRig()
    const { pendingKeyId } = await tryKey(tokens.full)
    const [read, other] = [(await tryKey(tokens.read)).pendingKeyId, (await tryKey(tokens.other)).pendingKeyId]
    const match = (...ids: string[]) => app.accounts.matchKeyOwners(null, ids)
    expect(match(pendingKeyId)).toBeNull()
    expect(match(pendingKeyId, read)).toBe('same')
    expect(match(read, other, pendingKeyId)).toBe('different')
    app.accounts.discardPendingKey(other)
    expect(match(read, other, pendingKeyId)).toBe('same')
    const sent = simulator.ledger.requests.length
    expect(await captureAppError(tryKey(tokens.full, { otherPendingKeyIds: [pendingKeyId] }))).toMatchObject({
      kind: 'invalid_input',
      details: { issues: [{ code: 'keyGivenTwice' }] },
    })
    expect(simulator.ledger.requests).toHaveLength(sent)
  })

  test.each([
    ['domains', 'servers'],
    ['servers', 'domains'],
  ])('A list that no key of the account may read is not compared: a key for %s, then one for %s', async (one, two) => {
    const { rig, sync } = await startSyncRig({
      users: [
        {
          name: 'first',
          keys: [
            { token: 'key-for-domains', services: { domain: {} } },
            { token: 'key-for-servers', services: { server: {} } },
          ],
          domains: [{ domain_name: 'one.example' }],
          servers: [{ server_id: 'one01' }],
        },
      ],
    })
    const { id } = await rig.addAccount('First', [`key-for-${one}`])
    await sync()
    expect(await tryAndMatchKey(rig, id, `key-for-${two}`)).toBe('unknown')
  })

  test('A list that was read without rows is compared, even if the other list could not be read', async () => {
    const { rig, sync } = await startSyncRig({
      users: [
        { name: 'first', keys: [{ token: 'key-of-the-first' }] },
        { name: 'second', keys: [{ token: 'key-of-the-second' }], domains: [{ domain_name: 'one.example' }] },
      ],
    })
    const { id } = await rig.addAccount('First', ['key-of-the-first'])
    rig.simulator.faults.add({
      match: { path: '^/v1/server$' },
      fault: { kind: 'status', status: 404, code: 'NOT_FOUND' },
    })
    await sync()
    expect(await tryAndMatchKey(rig, id, 'key-of-the-second')).toBe('different')
  })
})

/** The first user is added and synced. The second one has asked for the transfer of a domain of the first. */
async function startWithDomainOfTwoUsers(status: 'transferring' | 'transfer_action_required') {
  const started = await startSyncRig({
    users: [
      { name: 'first', keys: [{ token: 'key-of-the-first' }], domains: [{ domain_name: 'moved.example' }] },
      {
        name: 'second',
        keys: [{ token: 'key-of-the-second' }, { token: 'spare-key-of-the-second' }],
        domains: [{ domain_name: 'own.example' }],
      },
    ],
  })
  const { world } = started.rig.simulator
  const listedForFirst = world.user('first').domains.get('moved.example') as SimulatedDomain
  world.user('second').domains.set('moved.example', { ...listedForFirst, status })
  const { id } = await started.rig.addAccount('First', ['key-of-the-first'])
  await started.sync()
  return { ...started, id }
}

describe('a domain that is listed for two users, because one asked for its transfer', () => {
  test('The trial of a key for which the domain is in transfer names no other account as one of its user', async () => {
    const { rig, id } = await startWithDomainOfTwoUsers('transferring')
    const { overlaps } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: 'key-of-the-second' })
    expect(overlaps).toEqual([])
    expect(await tryAndMatchKey(rig, id, 'spare-key-of-the-second')).toBe('different')
  })

  test('A failed transfer does not show that the two accounts, or a key and an account, belong to one user', async () => {
    const { rig, sync, id } = await startWithDomainOfTwoUsers('transfer_action_required')
    const { overlaps } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: 'key-of-the-second' })
    expect(overlaps).toEqual([])
    expect(await tryAndMatchKey(rig, id, 'spare-key-of-the-second')).toBe('different')
    await rig.addAccount('Second', ['key-of-the-second'])
    await sync()
    expect(await rig.call('accounts.overlaps', null)).toEqual([])
  })

  test('Two accounts are known to share a domain as soon as its details say that it is not in transfer', async () => {
    const { rig, sync } = await startWithDomainOfTwoUsers('transferring')
    const second = await rig.addAccount('Second', ['key-of-the-second'])
    await sync()
    const sharing = async () =>
      (await rig.call('accounts.list', null)).filter(({ health }) => health.reasons.includes('shares_domains')).length
    expect(await sharing()).toBe(0)
    Object.assign(rig.simulator.world.user('second').domains.get('moved.example') ?? {}, { status: 'active' })
    await rig.call('inventory.refreshDomain', { accountId: second.id, name: 'moved.example', detailKinds: ['detail'] })
    expect(await sharing()).toBe(2)
    expect(await rig.call('accounts.overlaps', null)).toMatchObject([{ names: ['moved.example'] }])
  })
})
