import { expect, onTestFinished, test, vi } from 'vitest'
import { createInventoryHandlers } from '#main/ipc/handlers/inventory.ts'
import { createCommandRouter } from '#main/ipc/command-router.ts'
import { loadExpiringDomains } from '#renderer/features/orders/renew-domains/load-expiring-domains.ts'
import { domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('All expiring domains are loaded even if a sync changes expiries between two pages', async () => {
  const { inventory } = openTemporaryInventory()
  const names = Array.from({ length: 1200 }, (_, index) => `d${String(index).padStart(4, '0')}.com`)
  const write = (renewed: ReadonlySet<string>) =>
    inventory.storeListedDomains(
      'a',
      names.map((name) => domainListItem(name, { expiry_date: renewed.has(name) ? '2028-12-01' : '2026-12-01' })),
      1,
      null,
    )
  await write(new Set())
  const router = createCommandRouter(
    () =>
      createInventoryHandlers({
        inventory,
        overview: () => expect.unreachable(),
        refresh: {} as never,
        sync: {} as never,
        accounts: {} as never,
        readingPlans: () => expect.unreachable(),
        neverReadCounts: async () => ({
          zones: 0,
          domainLists: 0,
          serverLists: 0,
          deniedDomainLists: 0,
          deniedServerLists: 0,
          serverInfos: 0,
          unreadableServerInfos: 0,
          unreadableZones: 0,
          autoRenew: 0,
          registrarLock: 0,
          whoisPrivacy: 0,
          nameservers: 0,
        }),
      }),
    (_name, thrown) => expect.unreachable(String(thrown)),
  )
  const renewed = new Set<string>()
  vi.stubGlobal('window', {
    banto: {
      async call(name: string, input: unknown) {
        const answer = await router.call(name, input)
        renewed.add(names[renewed.size] ?? '')
        await write(renewed)
        return answer
      },
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const found = new Set((await loadExpiringDomains(null, 30)).rows.map(({ name }) => name))
  expect(names.filter((name) => !renewed.has(name) && !found.has(name))).toEqual([])
})
