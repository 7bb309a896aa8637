import { expect, test } from 'vitest'
import { listAttentionItems } from '#shared/attention/list-attention-items.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { IpBlock } from '#shared/ipc/app-state-and-settings.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'

test('Orders of unknown outcome are not in progress while the address of their account may be blocked', () => {
  const proxy = 'http://proxy.example:3128'
  const account = (id: string, proxyUrl: string | null) =>
    ({
      id,
      isPaused: false,
      proxy: proxyUrl === null ? null : { url: proxyUrl },
      keys: [{ state: 'working', me: { services: { domain: { permission_type: 'read', target_mode: 'all' } } } }],
    }) as unknown as Account
  const accounts = [account('direct', null), account('proxied', proxy)]
  const run = {
    kinds: ['renew'],
    waitsForYou: 0,
    byStatus: { needs_you: 0, needs_application: 0 },
    accounts: accounts.map(({ id }) => ({ accountId: id, unsettled: 1 })),
  } as unknown as OrderRun
  const listUnsettled = (ipBlocks: IpBlock[]) =>
    listAttentionItems({
      stored: [],
      runs: [run],
      ordersNeedingDecision: 0,
      accounts,
      isSelected: () => true,
      isReadingLists: () => false,
      keychain: { state: 'ready', error: null },
      isOffline: false,
      ipBlocks,
      usages: [],
    }).flatMap((item) => (item.kind === 'orders_unsettled' ? [[item.isBeingChecked, item.accountIds]] : []))
  expect(listUnsettled([])).toEqual([[true, ['direct', 'proxied']]])
  expect(listUnsettled([{ proxyUrl: null, since: 0, until: null }])).toEqual([
    [false, ['direct']],
    [true, ['proxied']],
  ])
  expect(listUnsettled([{ proxyUrl: proxy, since: 0, until: 1 }])).toEqual([
    [false, ['proxied']],
    [true, ['direct']],
  ])
})
