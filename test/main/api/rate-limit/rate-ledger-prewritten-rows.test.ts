import { describe, expect, test } from 'vitest'
import { createRateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'

const domainsOf = (quota: string) => ({ quota, limitClass: 'domain' as const, server: null })

function createStoreRig() {
  const [clock, database] = [createVirtualClock(), temporaryDatabase()]
  const open = () => createRateLedgerStore(database, clock, () => clock.monotonic())
  const rows = () => database.get<{ calls: number }>('select count(*) as calls from departure')?.calls ?? 0
  return { clock, database, store: open(), open, rows }
}

describe('prewritten rows of the rate ledger', () => {
  test('Each call has its own row on disk before it is sent, and few other rows exist', () => {
    const { store, rows } = createStoreRig()
    const mine = new Set<number | null>()
    for (let call = 1; call <= 20; call += 1) {
      mine.add(store.recordStart(domainsOf('a')))
      expect(mine.size).toBe(call)
      expect(rows() - call).toBeGreaterThanOrEqual(0)
      // At most two unused rows. After a kill they count for a minute, so they use up two of its 60 calls.
      expect(rows() - call).toBeLessThanOrEqual(2)
    }
    expect(mine.has(null)).toBe(false)
  })

  test('Prewritten rows are deleted if no call follows, so that the day counts only calls that were sent', async () => {
    const { clock, store, rows } = createStoreRig()
    for (let call = 0; call < 3; call += 1) store.recordEnd(store.recordStart(domainsOf('a')))
    expect(rows()).toBe(4)
    await clock.advance(6_000)
    expect(rows()).toBe(3)
  })

  test('Prewritten rows are deleted when the app is closed', () => {
    const { store, rows } = createStoreRig()
    for (let call = 0; call < 2; call += 1) store.recordEnd(store.recordStart(domainsOf('a')))
    store.close()
    expect(rows()).toBe(2)
  })

  test('After a kill, prewritten rows count like calls in flight, and no longer than a minute', async () => {
    const { clock, store, open } = createStoreRig()
    for (let call = 0; call < 2; call += 1) store.recordEnd(store.recordStart(domainsOf('a')))
    await clock.advance(1_000)
    // The ends were written 250 ms after the calls.
    expect(open().load(domainsOf('a')).ages).toEqual([750, 750, 0, 0])
  })

  test('Prewritten rows of a removed account delete no rows of another account', async () => {
    const { clock, database, store, rows } = createStoreRig()
    for (let call = 0; call < 2; call += 1) store.recordEnd(store.recordStart(domainsOf('a')))
    database.run('delete from departure')
    for (let call = 0; call < 5; call += 1) store.recordStart(domainsOf('b'))
    await clock.advance(10_000)
    expect(rows()).toBe(5)
  })
})
