import { recordedCalls } from './recorded-desktop-calls.ts'
import { defaultSession } from './session.ts'
import { shownNotifications, trays } from './desktop-modules.ts'
import type { Menu } from './menu.ts'
import { setSystemDark } from './native-theme.ts'
import { net } from './protocol.ts'

/** Exported by the stand-in only: values that tests read and change with `app.evaluate(({ standIn }) => ...)`. */
export const standIn = {
  ...recordedCalls,
  setSystemDark,
  /** Clicks a notification, by its index in `notifications`. */
  clickNotification(index: number): void {
    shownNotifications[index]?.emit('click', {})
  },
  /** The icon in the tray; null before the app has created it. A separator has an empty label. */
  tray(): { tooltip: string; image: unknown; labels: string[] } | null {
    const tray = trays.at(-1)
    const menu = tray?.getContextMenu() as Menu | null | undefined
    return tray === undefined
      ? null
      : {
          tooltip: tray.tooltip,
          image: (tray.image as { source: unknown }).source,
          labels: menu?.items.map(({ type, label }) => (type === 'separator' ? '' : label)) ?? [],
        }
  },
  /** Clicks the first item of the tray's menu whose label begins with `label`. */
  clickTrayItem(label: string): void {
    const menu = trays.at(-1)?.getContextMenu() as Menu | null | undefined
    const item = menu?.items.find((each) => each.label.startsWith(label))
    if (!item) throw new Error(`The tray's menu has no ${label}`)
    item.click()
  },
  setOnline(isOnline: boolean): void {
    net.online = isOnline
  },
  setProxy(rule: string): void {
    defaultSession.proxyOf = () => rule
  },
}
