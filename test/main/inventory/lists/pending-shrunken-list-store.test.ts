import { describe, expect, test } from 'vitest'
import { domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

describe('A list that lacks a third of the stored names', () => {
  const hourMs = 3_600_000
  const all = Array.from({ length: 9 }, (_, index) => domainListItem(`d${index}.example`))
  const source = (askedAt: number) => ({ requestedAt: askedAt, scopes: ['all' as const] })

  test('A list that lacks a third changes nothing, and the overview says what it lacks', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeListedDomains('a', all, 10, source(10))
    expect(
      await store.inventory.storeListedDomains(
        'a',
        [...all.slice(0, 6), domainListItem('new.example')],
        20,
        source(20),
      ),
    ).toBe(false)
    expect(await store.names()).toEqual(all.map(({ domain_name }) => domain_name))
    expect(store.inventory.domain('a', 'd0.example').row).toMatchObject({ readAt: 10, goneSince: null })
    expect((await store.queryOverview(null)).attention).toContainEqual({
      kind: 'list_shrunk',
      accountId: 'a',
      list: 'domain',
      missing: 3,
      expectedCount: 9,
      firstReadAt: 20,
      readAt: 20,
      acceptedFrom: 20 + hourMs,
    })
  })

  test('A list that lacks a third is applied when another list agrees an hour later', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeListedDomains('a', all, 10, source(10))
    await store.inventory.storeListedDomains('a', [], 20, source(20))
    expect(await store.inventory.storeListedDomains('a', [], 20 + hourMs - 1, source(30))).toBe(false)
    expect(await store.inventory.storeListedDomains('a', [], 20 + hourMs, source(40))).toBe(true)
    expect(await store.names({ statuses: ['gone'] })).toHaveLength(9)
    expect(store.inventory.domain('a', 'd0.example').row.goneSince).toBe(20)
    expect((await store.queryOverview(null)).attention.map(({ kind }) => kind)).not.toContain('list_shrunk')
  })

  test('A list that lacks a third is applied when the user accepts it, except for names listed since', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeListedDomains('a', all, 10, source(10))
    await store.inventory.storeListedDomains('a', [], 20, source(20))
    await store.inventory.storeListedDomains('a', [domainListItem('d3.example')], 30, null)
    await expect(store.inventory.acceptShrunkenList('a', 'domain', 19)).rejects.toMatchObject({ kind: 'conflict' })
    await store.inventory.acceptShrunkenList('a', 'domain', 20)
    expect(await store.names()).toEqual(['d3.example'])
    await expect(store.inventory.acceptShrunkenList('a', 'domain', 20)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('A waiting list is forgotten when the next list is complete', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeListedDomains('a', all, 10, source(10))
    await store.inventory.storeListedDomains('a', [], 20, source(20))
    await store.inventory.storeListedDomains('a', all, 30, source(30))
    expect((await store.queryOverview(null)).attention.map(({ kind }) => kind)).not.toContain('list_shrunk')
    expect(await store.inventory.storeListedDomains('a', [], 20 + hourMs, source(40))).toBe(false)
  })
})
