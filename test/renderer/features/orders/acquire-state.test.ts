import { createPinia, setActivePinia } from 'pinia'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FoundName } from '#shared/ipc/orders.ts'
import { useAcquire } from '#renderer/features/orders/acquire/acquire-state.ts'
import { startRig, type Rig } from '#test/rig.ts'
import { bridgeTo, type HeldBridge } from '../../held-bridge.ts'

const token = 'a-key-for-names'
let rig: Rig
let bridge: HeldBridge
let accountId: string

beforeAll(async () => {
  rig = await startRig({ world: { users: [{ name: 'first', balance: 1_000_000, keys: [{ token }] }] } })
  accountId = (await rig.addAccount('First', [token])).id
})
afterAll(() => rig.close())
beforeEach(() => {
  bridge = bridgeTo(rig)
  setActivePinia(createPinia())
})

describe('what was found', () => {
  const before: FoundName = { typed: 'before.com', name: 'before.com', availability: { available: true }, readAt: 0, error: null }

  test.each(['', 'nodot', 'x'.repeat(5_000)])('stays while what is typed cannot be looked up, and nothing is asked (%#)', async (text) => {
    const acquire = useAcquire()
    acquire.found = [before]
    acquire.text = text
    await acquire.search(accountId)
    expect(acquire).toMatchObject({ found: [before], error: null, isSearching: false })
    expect(bridge.asked).toEqual([])
  })

  test('stays when main does not take the search', async () => {
    const acquire = useAcquire()
    acquire.found = [before]
    acquire.text = 'foo.com'
    await acquire.search('nobody')
    expect(acquire).toMatchObject({ found: [before], isSearching: false })
    expect(acquire.error?.kind).toBe('not_found')
  })

  test('gives way to a search that main has taken, of many names on one line too', async () => {
    const acquire = useAcquire()
    acquire.found = [before]
    acquire.text = Array.from({ length: 40 }, (_, n) => `some-longer-name-${n}.com`).join(', ')
    await acquire.search(accountId)
    expect(acquire).toMatchObject({ found: [], error: null, isSearching: true, progress: { total: 40 } })
    acquire.cancel()
  })
})
