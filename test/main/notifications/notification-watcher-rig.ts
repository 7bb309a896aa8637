import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { defaultSettings, type Settings } from '#shared/ipc/app-state-and-settings.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { NotifiableOrder } from '#main/notifications/notification-facts.ts'
import { createNotificationWatcher, type NotificationWatcher } from '#main/notifications/notification-watcher.ts'
import { notificationQueriesForQueryThread } from '#main/notifications/query-expiries-not-yet-notified.ts'
import { openNewDatabase } from '#test/open-new-database.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

export interface ShownNotification {
  group: string
  title: string
  body: string
  at: number
  link: PageLink | null
}

/** A watcher on a temporary database. `restart` closes the watcher and starts another one on the same database. */
export function startNotificationWatcherRig() {
  const folder = mkdtempSync(join(tmpdir(), 'banto-notifications-'))
  const database = openNewDatabase(join(folder, 'banto.db'))
  const clock = createVirtualClock()
  const shown: ShownNotification[] = []
  const state = {
    settings: { ...defaultSettings } as Settings,
    orders: [] as NotifiableOrder[],
    isReadingLists: false,
    isSupported: true,
    failsToShow: false,
  }
  const create = (): NotificationWatcher =>
    createNotificationWatcher({
      database,
      queries: bindReadOnlyQueriesToConnection(database, notificationQueriesForQueryThread),
      clock,
      notifier: {
        isSupported: () => state.isSupported,
        show(group, { title, body, onClick, onFailed }) {
          if (state.failsToShow) return onFailed('no service')
          opened = null
          onClick()
          const notification = { group, title, body, at: clock.now(), link: opened }
          shown.push(notification)
          rig.onShown(notification)
        },
      },
      settings: () => state.settings,
      language: () => 'en',
      waitingOrders: () => state.orders,
      isReadingLists: () => state.isReadingLists,
      openPage: (link) => (opened = link),
    })
  let opened: PageLink | null = null
  let watcher = create()
  const rig = {
    database,
    clock,
    shown,
    state,
    /** Triggers a check and waits until it has ended. */
    async check() {
      watcher.trigger()
      await clock.advance(11_000)
      // A check yields after each part of a long list.
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    },
    trigger: () => watcher.trigger(),
    deleteOld: () => watcher.deleteOld(),
    /** Closes the watcher, even while a check runs, and starts a new one. */
    async restart() {
      await watcher.close()
      watcher = create()
    },
    async close() {
      await watcher.close()
      database.close()
      rmSync(folder, { recursive: true })
    },
    /** Called for each notification. */
    onShown: (_shown: ShownNotification): void => undefined,
  }
  return rig
}

export type NotificationWatcherRig = ReturnType<typeof startNotificationWatcherRig>

/** A watcher that is closed after the test. */
export function useNotificationWatcherRig(): NotificationWatcherRig {
  const rig = startNotificationWatcherRig()
  onTestFinished(() => rig.close())
  return rig
}

/** Stores an active domain that expires in `daysLeft` days. */
export function saveDomain(
  { database, clock }: NotificationWatcherRig,
  name: string,
  daysLeft: number,
  accountId = 'a',
): void {
  database.run(
    `insert into domain (account_id, name, status, expiry_date, read_at) values (?, ?, 'active', ?, ?)
     on conflict (account_id, name) do update set expiry_date = excluded.expiry_date, read_at = excluded.read_at`,
    accountId,
    name,
    formatJapanDate(clock.now() + daysLeft * dayMs),
    clock.now(),
  )
}
