import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { endBegunMerge, queryBegunMerges, storeBegunMerge } from '#main/store/merged-account-store.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'

test('A merge that was interrupted is finished at the next start, and its domains are listed by the remaining account', async () => {
  const rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token: 'one-token' }, { token: 'two-token' }],
          domains: [{ domain_name: 'shop.example' }],
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const into = await rig.addAccount('Into', ['one-token'])
  const from = await rig.addAccount('From', ['two-token'])
  await rig.call('app.saveSettings', { syncsAtStart: false })
  const synced = rig.event('sync.changed', (progress) =>
    progress.some(({ accountId, state, endedAt }) => accountId === into.id && state === 'idle' && endedAt !== null),
  )
  await rig.restart(() => {
    const database = openDatabase(join(rig.profile, 'banto.db'))
    storeBegunMerge(database, { from: from.id, into: into.id })
    database.close()
  })
  await synced
  expect(rig.events).toContainEqual({
    name: 'accounts.merged',
    payload: { accountId: into.id, fromAccountId: from.id },
  })
  expect(await rig.call('accounts.list', null)).toMatchObject([
    { id: into.id, domains: 1, keys: [{ label: 'Key 1' }, { label: 'Key 1 (2)' }] },
  ])
})

test('An interrupted merge continues into the account that remained of a later merge', () => {
  const database = temporaryDatabase()
  storeBegunMerge(database, { from: 'a', into: 'b' })
  storeBegunMerge(database, { from: 'c', into: 'd' })
  storeBegunMerge(database, { from: 'b', into: 'c' })
  endBegunMerge(database, { from: 'b', into: 'c' })
  expect(queryBegunMerges(database)).toEqual([
    { from: 'a', into: 'c' },
    { from: 'c', into: 'd' },
  ])
  endBegunMerge(database, { from: 'c', into: 'a' })
  expect(queryBegunMerges(database)).toEqual([])
})
