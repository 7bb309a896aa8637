import { expect, onTestFinished, test } from 'vitest'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'

test('A sync that fails because the keychain is locked starts again if the keychain is opened before its last answer', async () => {
  const keychain = createKeychainInMemory()
  let isLocked = false
  let refusedReads = 0
  const secrets = {
    ...keychain,
    async get(name: string) {
      if (!isLocked) return keychain.get(name)
      refusedReads += 1
      return null
    },
  }
  const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let heldCount = 0
  const token = 'first-key-of-the-account'
  const domains = Array.from({ length: 5 }, (_, index) => ({ domain_name: `name-${index}.example` }))
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], domains }] },
    secrets,
    onArrival: ({ path }) => {
      if (!path.startsWith('/v1/domain/')) return
      heldCount += 1
      return heldCount === 1 ? first.promise : others.promise
    },
  })
  onTestFinished(() => rig.close())
  const { id } = await rig.addAccount('First', [token])
  await rig.call('sync.start', { accountIds: [id] })
  await expect.poll(() => heldCount).toBeGreaterThan(1)

  isLocked = true
  expect(await rig.call('app.checkKeychain', null)).toMatchObject({ state: 'locked' })
  refusedReads = 0
  others.resolve()
  await expect.poll(() => refusedReads).toBeGreaterThan(0)
  isLocked = false
  expect(await rig.call('app.checkKeychain', null)).toMatchObject({ state: 'ready' })
  const isOver = rig.event('sync.changed', ([one]) => one?.state === 'failed' || one?.state === 'idle')
  first.resolve()
  expect(await isOver).toMatchObject([{ state: 'idle', error: null, detailsFailed: 0, detailsUnread: 0 }])
})
