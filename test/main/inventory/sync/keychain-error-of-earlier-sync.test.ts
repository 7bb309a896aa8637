import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { startSyncRig, twoUsersWorld } from './sync-rig.ts'

test.each([
  ['reads the lists', false],
  ['waits for the app to go online', true],
])(
  'A keychain that was locked at an earlier sync needs no attention once it is open, while the next sync %s',
  async (_, isOffline) => {
    const answered = Promise.withResolvers<void>()
    let isHeld = false
    const { rig, sync } = await startSyncRig(twoUsersWorld, {
      onArrival: ({ path }) => (isHeld && path === '/v1/domain' ? answered.promise : undefined),
    })
    await rig.addAccount('First', ['first-key-of-the-first'])
    await sync()
    await rig.call('app.saveSettings', { isOffline })
    isHeld = true
    await rig.restart(() => {
      const database = openDatabase(join(rig.profile, 'banto.db'))
      database.run(
        'update sync_run set state = ?, error_at = 0, error = ?',
        isOffline ? 'lists' : 'failed',
        JSON.stringify({ kind: 'keychain_locked', message: 'The keychain is locked', details: {} }),
      )
      database.close()
    })
    const kinds = async () =>
      (await rig.call('inventory.overview', { accountIds: null })).attention.map(({ kind }) => kind)
    await expect.poll(kinds).not.toContain('keychain')
    expect(await rig.call('sync.progress', null)).toMatchObject([
      { state: isOffline ? 'cancelled' : 'lists', error: null },
    ])
    answered.resolve()
  },
)
