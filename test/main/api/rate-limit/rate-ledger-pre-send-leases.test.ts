import { describe, expect, test } from 'vitest'
import { createRateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { temporaryDatabase } from '#test/main/api/client-rig.ts'

function newBooks() {
  const [clock, database] = [createVirtualClock(), temporaryDatabase()]
  const open = () => createRateLedgerStore(database, clock, () => clock.monotonic())
  const rows = () => database.get<{ calls: number }>('select count(*) as calls from departure')?.calls ?? 0
  return { clock, database, store: open(), open, rows }
}

describe('rows written ahead', () => {
  test('each call has a row of its own on disk before it leaves, and few more stand there', () => {
    const { store, rows } = newBooks()
    const mine = new Set<number | null>()
    for (let call = 1; call <= 20; call += 1) {
      mine.add(store.recordStart('a', 'domain'))
      expect(mine.size).toBe(call)
      expect(rows() - call).toBeGreaterThanOrEqual(0)
      // So many of sixty are given away by a kill.
      expect(rows() - call).toBeLessThanOrEqual(2)
    }
    expect(mine.has(null)).toBe(false)
  })

  test('are taken back when no call follows, so that the day counts what was sent', async () => {
    const { clock, store, rows } = newBooks()
    for (let call = 0; call < 3; call += 1) store.recordEnd(store.recordStart('a', 'domain'))
    expect(rows()).toBe(4)
    await clock.advance(6_000)
    expect(rows()).toBe(3)
  })

  test('are taken back when the app is closed', () => {
    const { store, rows } = newBooks()
    for (let call = 0; call < 2; call += 1) store.recordEnd(store.recordStart('a', 'domain'))
    store.close()
    expect(rows()).toBe(2)
  })

  test('count after a kill like calls that were under way, and no longer than a minute', async () => {
    const { clock, store, open } = newBooks()
    for (let call = 0; call < 2; call += 1) store.recordEnd(store.recordStart('a', 'domain'))
    await clock.advance(1_000)
    // Their ends were written 250 ms after they left.
    expect(open().load('a', 'domain').ages).toEqual([750, 750, 0, 0])
  })

  test('of an account that was removed meanwhile take no row of another with them', async () => {
    const { clock, database, store, rows } = newBooks()
    for (let call = 0; call < 2; call += 1) store.recordEnd(store.recordStart('a', 'domain'))
    database.run('delete from departure')
    for (let call = 0; call < 5; call += 1) store.recordStart('b', 'domain')
    await clock.advance(10_000)
    expect(rows()).toBe(5)
  })
})
