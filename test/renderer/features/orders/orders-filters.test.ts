import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { useOrderFilters } from '#renderer/features/orders/list/orders-filters.ts'

let filters: ReturnType<typeof useOrderFilters>
beforeEach(() => {
  setActivePinia(createPinia())
  filters = useOrderFilters()
})

const renewal = { runId: 'now', status: 'done', target: 'xn--wgv71a119e.com', item: { kind: 'renew', accountId: 'a', name: 'xn--wgv71a119e.com', years: 1 } } as const

test('filters that would hide an order which is shown by a link are taken away, and others stay', () => {
  filters.show({ statuses: ['done'], kinds: ['renew'], text: '日本語' })
  filters.reveal(renewal)
  expect(filters.statuses).toEqual(['done'])
  for (const hiding of [{ runId: 'earlier' }, { statuses: ['planned' as const] }, { kinds: ['order' as const] }, { statuses: ['needs_you' as const] }, { text: 'example' }]) {
    filters.show(hiding)
    filters.reveal(renewal)
    expect(filters.isFiltered).toBe(false)
  }
})

test('what waits in a run is a part of that run: with the run it is taken away, and any other filter shows it no more', () => {
  filters.show({ runId: 'now', waitsFor: 'balance' })
  expect(filters.filterFor(null)).toMatchObject({ runId: 'now', waitsFor: 'balance', statuses: null })
  filters.showRun(null)
  expect(filters.filterFor(null)).toMatchObject({ runId: null, waitsFor: null })
  filters.show({ runId: 'now', waitsFor: 'hold' })
  filters.show({ runId: 'now' })
  expect(filters.waitsFor).toBeNull()
})
