import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { dayMs } from '#shared/durations.ts'
import { detailsAges } from '#shared/ipc/inventory.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSyncRig, twoUsersWorld } from './sync-rig.ts'

const detailPath = /^GET \/v1\/domain\/[^/]+(\/(dns|nameservers|whois|registrar-lock))?$/

/** Six active domains, which have 30 details. */
const sixDomains: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token: 'key-of-the-first' }],
      domains: Array.from({ length: 6 }, (_, n) => ({ domain_name: `d${n}.example` })),
    },
  ],
}

async function countListed(rig: Awaited<ReturnType<typeof startSyncRig>>['rig'], accountIds: string[]) {
  const counts = []
  for (const detailsAge of detailsAges)
    counts.push([detailsAge, (await rig.call('inventory.domains', { filter: { accountIds, detailsAge } })).total])
  return Object.fromEntries(counts)
}

describe('the plan of the next readings', () => {
  test('The counts by age are those of the list with the same filter, for every account', async () => {
    const { rig, sync, advanceClock } = await startSyncRig(twoUsersWorld)
    const first = await rig.addAccount('First', ['first-key-of-the-first'])
    const second = await rig.addAccount('Second', ['first-key-of-the-second'])
    await sync()
    advanceClock(dayMs + 1)
    await rig.call('inventory.refreshDomain', {
      accountId: first.id,
      name: 'lapsed.example',
      detailKinds: ['detail', 'zone'],
    })
    const plans = await rig.call('inventory.readingPlans', { accountIds: null })
    expect(plans.map(({ accountId }) => accountId)).toEqual([first.id, second.id])
    for (const { accountId, domainsByAge } of plans) expect(domainsByAge).toEqual(await countListed(rig, [accountId]))
    expect(plans[0]?.domainsByAge).toEqual({ fresh: 1, older: 4, unread: 0 })
    const [only] = await rig.call('inventory.readingPlans', { accountIds: [second.id] })
    expect(only).toEqual(plans[1])
  })

  test('A sync makes the planned calls: all that are due, or as many as the background share allows', async () => {
    for (const share of [0.5, 0.002]) {
      const { rig, sync, newRequests } = await startSyncRig(sixDomains)
      const { id } = await rig.addAccount('First', ['key-of-the-first'])
      await rig.call('app.saveSettings', { backgroundShare: 0 })
      await sync()
      await rig.call('app.saveSettings', { backgroundShare: share })
      newRequests()
      const [plan] = await rig.call('inventory.readingPlans', { accountIds: [id] })
      expect(plan).toMatchObject({ due: 30, fullRefreshCalls: 30, domainsByAge: { fresh: 0, older: 0, unread: 6 } })
      await sync()
      const read = newRequests().filter((path) => detailPath.test(path)).length
      // The sync reads its list first, which uses one call of the share.
      expect(read).toBe(plan?.affordableNow === 30 ? 30 : (plan?.affordableNow ?? 0) - 1)
      expect(plan?.backgroundCallsPerDay).toBe(rateLimits.domain.perDay * share)
      const [after] = await rig.call('inventory.readingPlans', { accountIds: [id] })
      expect(after?.due).toBe(30 - read)
    }
  })

  test('The first domains are those that the next sync reads first, with the reason', async () => {
    const { rig, sync } = await startSyncRig(twoUsersWorld)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    await rig.call('app.saveSettings', { backgroundShare: 0 })
    await sync()
    const [plan] = await rig.call('inventory.readingPlans', { accountIds: [id] })
    expect(plan?.next.map(({ name, reason, details }) => [name, reason, details])).toEqual([
      ['moving.example', 'pending', 2],
      ['lapsed.example', 'expiring_soon', 2],
      ['soon.example', 'expiring_soon', 5],
      ['company.co.jp', 'never_read', 5],
      ['later.example', 'never_read', 5],
    ])
    await rig.call('app.saveSettings', { backgroundShare: 0.5 })
    rig.simulator.ledger.clear()
    await sync()
    // Five calls are in flight at once.
    const first = rig.simulator.ledger.requests.filter(({ path }) => /^\/v1\/domain\/./.test(path)).slice(0, 5)
    expect(first.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['moving', 'lapsed', 'soon'].map((name) => `/v1/domain/${name}.example`)),
    )
    const [done] = await rig.call('inventory.readingPlans', { accountIds: [id] })
    expect(done).toMatchObject({ due: 0, next: [], domainsByAge: { fresh: 5, older: 0, unread: 0 } })
  })

  test('Details that no key may read are neither due nor part of a full reading, and their domains are counted', async () => {
    const { rig, sync } = await startSyncRig({
      users: [
        {
          name: 'first',
          keys: [
            {
              token: 'key-of-the-first',
              services: {
                domain: {
                  permission_type: 'custom',
                  permissions: {
                    domain: 'read',
                    dns: 'read',
                    nameserver: 'none',
                    whois: 'none',
                    registrar_lock: 'none',
                  },
                },
              },
            },
            {
              token: 'other-of-the-first',
              services: { domain: { target_mode: 'selected', targets: ['both.example'] } },
            },
          ],
          domains: [
            { domain_name: 'both.example' },
            { domain_name: 'one.example' },
            { domain_name: 'moving.example', status: 'transferring' },
          ],
        },
      ],
    })
    const { id } = await rig.addAccount('First', ['key-of-the-first', 'other-of-the-first'])
    await sync()
    const [plan] = await rig.call('inventory.readingPlans', { accountIds: [id] })
    expect(plan).toMatchObject({
      due: 0,
      fullRefreshCalls: 5 + 2 + 2,
      unreadableDomains: 1,
      domainsByAge: { fresh: 2, older: 0, unread: 1 },
    })
    expect(plan?.domainsByAge).toEqual(await countListed(rig, [id]))
  })

  test('A domain without the only detail that no key may read is not counted among those with such a detail', async () => {
    const { rig, sync } = await startSyncRig({
      users: [
        {
          name: 'first',
          keys: [{ token: 'key-of-the-first' }],
          domains: [{ domain_name: 'one.example' }, { domain_name: 'company.co.jp' }],
        },
      ],
    })
    const { id, keys } = await rig.addAccount('First', ['key-of-the-first'])
    await sync()
    const domain = {
      permission_type: 'custom' as const,
      permissions: {
        domain: 'read' as const,
        dns: 'read' as const,
        nameserver: 'full' as const,
        whois: 'none' as const,
        registrar_lock: 'full' as const,
      },
      target_mode: 'all' as const,
    }
    Object.assign(rig.simulator.world.users[0]?.keys[0]?.services ?? {}, { domain })
    await rig.call('accounts.retestKey', { accountId: id, keyId: keys[0]?.id ?? '' })
    const [plan] = await rig.call('inventory.readingPlans', { accountIds: [id] })
    expect(plan).toMatchObject({ unreadableDomains: 1, fullRefreshCalls: 4 + 4 })
  })

  test('Domains with details that the service refused, so that syncs leave them out for days, are counted', async () => {
    const { rig, sync } = await startSyncRig({
      users: [
        {
          name: 'first',
          keys: [{ token: 'key-of-the-first' }],
          domains: [{ domain_name: 'one.example' }, { domain_name: 'two.example' }, { domain_name: 'company.co.jp' }],
        },
      ],
    })
    const { id, keys } = await rig.addAccount('First', ['key-of-the-first'])
    rig.simulator.faults.add({
      match: { path: 'one.example/(dns|whois)$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    await sync()
    rig.simulator.faults.clear()
    await sync()
    const readPlan = async () => (await rig.call('inventory.readingPlans', { accountIds: [id] }))[0]
    expect(await readPlan()).toMatchObject({ due: 0, refusedDomains: 1, domainsByAge: { unread: 1 } })
    // A check of the key makes them due again.
    await rig.call('accounts.retestKey', { accountId: id, keyId: keys[0]?.id ?? '' })
    expect(await readPlan()).toMatchObject({ due: 2, refusedDomains: 0 })
  })

  test('A domain that is gone is in no count, and reading the plan sends nothing', async () => {
    const { rig, sync, newRequests } = await startSyncRig(twoUsersWorld)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    await sync()
    rig.simulator.world.users[0]?.domains.delete('later.example')
    await sync()
    newRequests()
    const [plan] = await rig.call('inventory.readingPlans', { accountIds: [id] })
    expect(plan?.domainsByAge).toEqual({ fresh: 4, older: 0, unread: 0 })
    // The service has no Whois by API for co.jp.
    expect(plan?.fullRefreshCalls).toBe(5 + 4 + 2 + 2)
    expect(newRequests()).toEqual([])
  })
})
