import { expect, onTestFinished, test } from 'vitest'
import { describeNextReadingOfPendingList } from '#renderer/features/accounts/describe-next-reading-of-pending-list.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('A list with unfinished procedures is said to be read again only by a sync while no background quota is left, and to be read or waiting for its turn once its reading has begun', async () => {
  const rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'one',
          keys: [{ token: 'token-of-one' }],
          domains: [{ domain_name: 'coming.example', status: 'transferring' }],
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  setMessageLanguage('en')
  const { id } = await rig.addAccount('one', ['token-of-one'])
  const ended = rig.event('sync.changed', ([one]) => one?.state === 'idle' && one.endedAt !== null)
  await rig.call('sync.start', { accountIds: [id] })
  await ended
  async function describe(
    changed: Partial<Parameters<typeof describeNextReadingOfPendingList>[0]> = {},
  ): Promise<string> {
    const [unfinished] = await rig.call('sync.unfinishedProcedures', null)
    const [list] = unfinished?.lists ?? []
    const [account] = await rig.call('accounts.list', null)
    if (!list || !account) throw new Error('The account has no unfinished procedure')
    return describeNextReadingOfPendingList(
      { ...list, ...changed },
      account,
      undefined,
      await rig.call('app.state', null),
      Date.now(),
      i18n.global.t,
    )
  }
  expect(await describe()).toMatch(/^the list is read again .*while Banto is open$/)
  // Its call may wait behind others of the account.
  expect(await describe({ isReading: true })).toBe('the list is being read again, or waits for its turn')
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  expect(await describe()).toBe('for now, the list is read again only by a sync')
  await rig.call('accounts.update', { accountId: id, isPaused: true })
  expect(await describe()).toBe('the list is not read again for now')
})
