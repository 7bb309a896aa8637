import { createMemoryHistory, createRouter } from 'vue-router'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import type { ShownAttentionItem } from '#shared/attention/shown-attention-item.ts'
import { useAttentionAction } from '#renderer/features/attention/useAttentionAction.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { useSavedViews } from '#renderer/stores/saved-views.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const labels = ['one', 'two', 'three']
const item = { kind: 'domains_expiring', days: 30, count: 2, countedBefore: 0, excludesAccounts: true } as const

async function start() {
  const users = labels.map((name) => ({ name, keys: [{ token: `token-of-${name}` }] }))
  const rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: ['overview', 'domains', 'servers', 'orders'].map((name) => ({ path: `/${name}`, name, component: {} })),
  })
  const { made, leave } = runInSetup(
    () => ({
      actionOf: useAttentionAction(),
      accounts: useAccounts(),
      orders: useOrderCountsRunsAndJournal(),
      orderFilters: useOrderFilters(),
      domains: useDomainFilters(),
      servers: useServerFilters(),
      views: useSavedViews(),
    }),
    { plugins: [router] },
  )
  onTestFinished(leave)
  const ids: string[] = []
  for (const label of labels) ids.push((await rig.addAccount(label, [`token-of-${label}`])).id)
  await made.accounts.load()
  return { ...made, router, ids }
}
let app: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  app = await start()
})

test('A warning of some accounts opens their domains or servers only, and the account selection stays', async () => {
  const { actionOf, accounts, domains, servers, ids, router } = app
  const accountIds = ids.slice(0, 2)
  await actionOf({ ...item, accountIds } as ShownAttentionItem).run()
  expect(router.currentRoute.value.name).toBe('domains')
  expect(accounts.selectedIds).toBeNull()
  expect(domains.filterFor(accounts.selectedIds).accountIds).toEqual(accountIds)
  expect(domains.isFiltered).toBe(true)
  await actionOf({ ...item, kind: 'servers_expiring', accountIds } as ShownAttentionItem).run()
  expect(servers.filterFor(accounts.selectedIds).accountIds).toEqual(accountIds)
  // The filter applies within a selection that the user makes afterwards, and is cleared like the others.
  accounts.select(ids.slice(1))
  expect(domains.filterFor(accounts.selectedIds).accountIds).toEqual(ids.slice(1, 2))
  domains.clear()
  expect(domains.filterFor(accounts.selectedIds).accountIds).toEqual(ids.slice(1))
})

test('A view that is saved while the list is limited to the accounts of a warning shows these accounts again', async () => {
  const { actionOf, accounts, domains, views, ids } = app
  const accountIds = ids.slice(0, 2)
  await actionOf({ ...item, accountIds } as ShownAttentionItem).run()
  await views.save('domains', 'Soon')
  domains.replaceFilters({ accountIds: ids.slice(2) })
  const [saved] = views.views
  expect(saved && views.apply(saved)).toEqual({ count: 0, isNoneLeft: false })
  expect(domains.filterFor(accounts.selectedIds).accountIds).toEqual(accountIds)
  expect(views.shownView('domains', [])).toMatchObject({ isChanged: false })
})

test('An item about orders of unknown outcome selects its accounts only if others have such orders, too', async () => {
  const { actionOf, accounts, orders, ids, router } = app
  const [one = '', two = ''] = ids
  const unsettled: ShownAttentionItem = {
    kind: 'orders_unsettled',
    isBeingChecked: true,
    count: 1,
    accountIds: [one],
    kinds: ['renew'],
  }
  const runOf = (...accountIds: string[]) =>
    ({ kinds: ['renew'], accounts: accountIds.map((accountId) => ({ accountId, unsettled: 1 })) }) as OrderRun
  orders.runs = [runOf(one)]
  await actionOf(unsettled).run()
  expect(router.currentRoute.value.name).toBe('orders')
  expect(accounts.selectedIds).toBeNull()
  orders.runs = [runOf(one, two)]
  await actionOf(unsettled).run()
  expect(accounts.selectedIds).toEqual([one])
  accounts.restoreSelection()
  expect(accounts.selectedIds).toBeNull()
  // Its orders could not be selected.
  await actionOf({ ...unsettled, accountIds: [one, 'not in the app'] }).run()
  expect(accounts.selectedIds).toBeNull()
})

test('An item about orders of unknown outcome opens only orders of its kinds if there are such orders of others', async () => {
  const { actionOf, orderFilters, orders, ids } = app
  const [one = ''] = ids
  const runOf = (kind: OrderIntentKind) => ({ kinds: [kind], accounts: [{ accountId: one, unsettled: 1 }] }) as OrderRun
  const unsettled: ShownAttentionItem = {
    kind: 'orders_unsettled',
    isBeingChecked: false,
    count: 1,
    accountIds: [one],
    kinds: ['order'],
  }
  orders.runs = [runOf('order')]
  await actionOf(unsettled).run()
  expect(orderFilters.kinds).toEqual([])
  orders.runs = [runOf('order'), runOf('renew')]
  await actionOf(unsettled).run()
  expect(orderFilters.kinds).toEqual(['order'])
})
