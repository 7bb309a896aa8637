import { isAppError } from '#shared/app-error.ts'
import { listAttentionAccountIds, type ShownAttentionItem } from '#shared/attention/shown-attention-item.ts'
import type { Clock } from '#main/clock.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { TrayIcon } from '#main/tray-icon-port.ts'
import { createTrayContent, type TrayActions, type TrayContentInput } from './create-tray-content.ts'

export interface TrayUpdater {
  /** Call it when the content of the tray may have changed. */
  trigger(): void
  close(): void
}

export interface TrayUpdaterDeps {
  clock: Clock
  tray: TrayIcon
  attentionItems: () => Promise<readonly ShownAttentionItem[]>
  state: () => Omit<TrayContentInput, 'items'>
  actions: TrayActions
}

const updateIntervalMs = 5_000

/** Shows in the tray what needs attention, at most every five seconds. */
export function createTrayUpdater({ clock, tray, attentionItems, state, actions }: TrayUpdaterDeps): TrayUpdater {
  let isClosed = false
  /** The shown content as text. Equal content is not set again, because a new menu would close the open menu. */
  let shown = ''
  let newest = 0
  const throttle = createThrottle(clock, updateIntervalMs, () => void update())

  async function update(): Promise<void> {
    if (isClosed) return
    const number = (newest += 1)
    try {
      const items = await attentionItems()
      if (isClosed || number !== newest) return
      const content = createTrayContent({ ...state(), items }, actions)
      const text = JSON.stringify([content, items.map(listAttentionAccountIds)])
      if (text === shown) return
      shown = text
      tray.show(content)
    } catch (error) {
      // The window shows app errors, for example that the database cannot be used.
      if (!isAppError(error) && !isClosed) console.error('tray:', error)
    }
  }

  return {
    trigger: throttle.trigger,
    close() {
      isClosed = true
    },
  }
}
