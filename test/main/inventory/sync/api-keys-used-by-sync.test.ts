import { describe, expect, test } from 'vitest'
import { startSyncRig, isSyncOver, countMatches, wrapAsDomainServiceGrant, hourMs } from './sync-rig.ts'

describe('Keys that a sync uses', () => {
  const keys = [
    {
      token: 'key-for-one-name',
      services: wrapAsDomainServiceGrant({ target_mode: 'selected', targets: ['one.example'] }),
    },
    {
      token: 'key-for-other-name',
      services: wrapAsDomainServiceGrant({ target_mode: 'selected', targets: ['two.example'] }),
    },
  ]
  const domains = [{ domain_name: 'one.example' }, { domain_name: 'two.example' }, { domain_name: 'three.example' }]

  test('Only a key for all targets is used for the list, if there is one', async () => {
    const { rig, sync } = await startSyncRig({
      users: [
        {
          name: 'first',
          keys: [...keys, { token: 'key-for-everything', services: wrapAsDomainServiceGrant({}) }],
          domains,
        },
      ],
    })
    await rig.addAccount('First', ['key-for-one-name', 'key-for-other-name', 'key-for-everything'])
    rig.simulator.ledger.clear()
    await sync()
    const lists = rig.simulator.ledger.requests.filter(({ path }) => path === '/v1/domain')
    expect(lists.map(({ keyIndex }) => keyIndex)).toEqual([2])
    expect((await rig.call('inventory.domains', {})).total).toBe(3)
  })

  test('The lists of keys for selected targets are merged, and no domain is gone while one of the keys fails', async () => {
    const { rig, sync } = await startSyncRig({ users: [{ name: 'first', keys, domains }] })
    await rig.addAccount('First', ['key-for-one-name', 'key-for-other-name'])
    await sync()
    const names = async () => (await rig.call('inventory.domains', {})).rows.map(({ name }) => name)
    expect(await names()).toEqual(['one.example', 'two.example'])
    rig.simulator.faults.add({
      match: { token: 'key-for-other-name', path: '^/v1/domain$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const [ended] = await sync()
    expect(ended).toMatchObject({ state: 'failed', error: { kind: 'service', code: 'FORBIDDEN' } })
    expect(await names()).toEqual(['one.example', 'two.example'])
  })

  test('A domain that only an unusable or removed key showed is not gone', async () => {
    const { rig, sync } = await startSyncRig({ users: [{ name: 'first', keys, domains }] })
    const account = await rig.addAccount('First', ['key-for-one-name', 'key-for-other-name'])
    await sync()
    rig.simulator.faults.add({
      match: { token: 'key-for-other-name' },
      times: 1,
      fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
    })
    await sync()
    const [ended] = await sync()
    expect(ended).toMatchObject({ state: 'idle', error: null })
    expect((await rig.call('inventory.domains', {})).total).toBe(2)
    await rig.call('accounts.removeKey', { accountId: account.id, keyId: account.keys[1]?.id ?? '' })
    await sync()
    const { rows } = await rig.call('inventory.domains', { sort: 'readAt' })
    expect(rows.map(({ name, goneSince }) => [name, goneSince])).toEqual([
      ['two.example', null],
      ['one.example', null],
    ])
    expect(rows[0]?.readAt).toBeLessThan(rows[1]?.readAt ?? 0)
  })

  test('The other keys are used when the key for all targets is refused', async () => {
    const { rig, sync, advanceClock } = await startSyncRig({
      users: [
        {
          name: 'first',
          keys: [...keys, { token: 'key-for-everything', services: wrapAsDomainServiceGrant({}) }],
          domains,
        },
      ],
    })
    await rig.addAccount('First', ['key-for-one-name', 'key-for-other-name', 'key-for-everything'])
    await sync()
    rig.simulator.faults.add({
      match: { token: 'key-for-everything' },
      fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
    })
    advanceClock(hourMs)
    const [ended] = await sync()
    expect(ended?.error).toMatchObject({ code: 'UNAUTHORIZED' })
    const { rows } = await rig.call('inventory.domains', { sort: 'readAt', isDescending: true })
    expect(rows.map(({ name }) => name)).toEqual(['two.example', 'one.example', 'three.example'])
  })

  test('A key added while details are read makes the sync read the lists again, and no detail twice', async () => {
    const { rig, newRequests } = await startSyncRig({ users: [{ name: 'first', keys, domains }] })
    const account = await rig.addAccount('First', ['key-for-one-name'])
    const reading = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.detailsRead >= 2)
    rig.simulator.faults.add({ match: { path: '/(whois|registrar-lock)$' }, fault: { kind: 'delay', ms: 500 } })
    await rig.call('sync.start', {})
    await reading
    const { pendingKeyId } = await rig.call('accounts.tryKey', {
      baseUrl: rig.simulator.url,
      secret: 'key-for-other-name',
    })
    await rig.call('accounts.addKey', { accountId: account.id, pendingKeyId, label: 'Other' })
    rig.simulator.faults.clear()
    const ended = rig.event('sync.changed', (all) => all.every(isSyncOver))
    await rig.call('sync.start', { accountIds: [account.id] })
    expect(await ended).toMatchObject([{ state: 'idle', error: null }])
    expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual([
      'one.example',
      'two.example',
    ])
    const paths = newRequests()
    expect(countMatches(paths, /two\.example/)).toBe(5)
    expect(countMatches(paths, /one\.example\/dns$/)).toBe(1)
  })

  test('A sync requested while lists are read reads the lists once more, so that a new key shows its domains', async () => {
    const answered = Promise.withResolvers<void>()
    let isHeld = false
    const { rig, newRequests } = await startSyncRig(
      { users: [{ name: 'first', keys, domains }] },
      {
        onArrival: ({ path, keyIndex }) =>
          isHeld && path === '/v1/domain' && keyIndex === 0 ? answered.promise : undefined,
      },
    )
    const account = await rig.addAccount('First', ['key-for-one-name'])
    newRequests()
    isHeld = true
    const ended = rig.event('sync.changed', (all) => all.every(isSyncOver))
    await rig.call('sync.start', {})
    await expect.poll(() => rig.simulator.ledger.requests.some(({ path }) => path === '/v1/domain')).toBe(true)
    const { pendingKeyId } = await rig.call('accounts.tryKey', {
      baseUrl: rig.simulator.url,
      secret: 'key-for-other-name',
    })
    await rig.call('accounts.addKey', { accountId: account.id, pendingKeyId, label: 'Other' })
    for (let again = 0; again < 3; again += 1) await rig.call('sync.start', { accountIds: [account.id] })
    answered.resolve()
    expect(await ended).toMatchObject([{ state: 'idle', error: null }])
    expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual([
      'one.example',
      'two.example',
    ])
    // One request by the first key, one by each of both keys afterwards, and one when the new key is tried.
    const paths = newRequests()
    expect(countMatches(paths, /GET \/v1\/domain$/)).toBe(4)
    expect(countMatches(paths, /one\.example\/dns$/)).toBe(1)
  })

  test('A detail that no key may read is not requested', async () => {
    const permissions = {
      domain: 'read',
      dns: 'none',
      whois: 'none',
      nameserver: 'read',
      registrar_lock: 'read',
    } as const
    const { rig, sync, newRequests } = await startSyncRig({
      users: [
        {
          name: 'first',
          keys: [
            {
              token: 'key-for-few-things',
              services: wrapAsDomainServiceGrant({ permission_type: 'custom', permissions }),
            },
          ],
          domains,
        },
      ],
    })
    await rig.addAccount('First', ['key-for-few-things'])
    newRequests()
    const [ended] = await sync()
    expect(ended).toMatchObject({ state: 'idle', detailsFailed: 0 })
    const paths = newRequests()
    expect(countMatches(paths, /\/(dns|whois)$/)).toBe(0)
    expect(countMatches(paths, /\/(nameservers|registrar-lock)$/)).toBe(6)
  })
})
