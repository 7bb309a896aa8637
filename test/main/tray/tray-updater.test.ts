import { expect, test } from 'vitest'
import type { ShownAttentionItem } from '#shared/attention/shown-attention-item.ts'
import { createTrayUpdater } from '#main/tray/tray-updater.ts'
import type { TrayContent } from '#main/tray-icon-port.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

test('The tray is set again if only the account of a line has changed, and not if nothing has changed', async () => {
  const clock = createVirtualClock()
  const shown: TrayContent[] = []
  const opened: unknown[] = []
  let items: ShownAttentionItem[] = [{ kind: 'no_keys', accountId: 'a' }]
  const updater = createTrayUpdater({
    clock,
    tray: { show: (content) => shown.push(content) },
    attentionItems: () => Promise.resolve(items),
    state: () => ({
      isReadingLists: false,
      isSyncUnanswered: false,
      areCallsHeld: false,
      areOrdersKnown: true,
      hasPausedAccounts: false,
      mayHaveEntriesThatNoKeyReads: false,
      isOffline: false,
      language: 'en',
    }),
    actions: {
      openPage: (link) => opened.push(link),
      showWindow: () => undefined,
      setOffline: () => undefined,
      quit: () => undefined,
    },
  })
  const update = async () => {
    updater.trigger()
    await clock.advance(10_000)
  }
  await update()
  await update()
  expect(shown).toHaveLength(1)
  items = [{ kind: 'no_keys', accountId: 'b' }]
  await update()
  expect(shown).toHaveLength(2)
  shown[1]?.menu[0]?.[0]?.onClick?.()
  expect(opened).toEqual([{ page: 'overview', accountIds: ['b'] }])
  updater.close()
})
