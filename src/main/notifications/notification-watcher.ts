import { minuteMs } from '#shared/durations.ts'
import { isAppError } from '#shared/app-error.ts'
import type { Settings } from '#shared/ipc/app-commands.ts'
import type { PageLink } from '#shared/ipc/page-link.ts'
import { notificationKinds, type NotificationKind } from '#shared/notification-kinds.ts'
import { isQuietAt, toLocalMinuteOfComputer } from '#shared/sync-schedule.ts'
import type { Clock } from '#main/clock.ts'
import type { DesktopNotifier } from '#main/desktop-notifier-port.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { createReschedulableTimer } from '#main/event-loop/reschedulable-timer.ts'
import { describeNotice, type NoticeLanguage } from './describe-notice.ts'
import { findDueNotices, type NoticeSources } from './find-due-notices.ts'
import { findPageLinkOfNotice } from './find-page-link-of-notice.ts'
import type { DueNotice } from './notice.ts'
import { createShownNotificationStore } from './shown-notification-store.ts'

/** Tells the user by notifications of the desktop what needs attention, each thing once (ADR 36). */
export interface NotificationWatcher {
  /** Call it when something that a notification tells of may have changed. Checks when the changes have ended. */
  trigger(): void
  /** Deletes what was told long ago. */
  deleteOld(): Promise<void>
  close(): Promise<void>
}

export interface NotificationWatcherDeps extends Omit<NoticeSources, 'told'> {
  clock: Clock
  notifier: DesktopNotifier
  settings: () => Settings
  language: () => NoticeLanguage
  /** Whether the lists of an account are being read: a notice would count only a part of the new rows. */
  isReadingLists: () => boolean
  openPage: (link: PageLink) => void
}

/** A check waits until nothing has changed for this time, */
const settleMs = 10_000
/** but no longer than this. */
const maxSettleMs = minuteMs
/** Notices of lists wait for lists that are being read, but no longer than this. */
const maxListWaitMs = 10 * minuteMs
/** Pause between two notifications of a kind. What happens meanwhile is told in one. */
export const pauseBetweenNotificationsMs = 15 * minuteMs
/** These kinds do not depend on lists. */
const orderKinds: readonly NotificationKind[] = ['orders_to_decide', 'orders_stopped']

export function createNotificationWatcher(deps: NotificationWatcherDeps): NotificationWatcher {
  const { clock, notifier, settings, language, isReadingLists, openPage } = deps
  const told = createShownNotificationStore(deps.database)
  const closing = new AbortController()
  const timer = createReschedulableTimer(clock, onTimer)
  let changes: { first: number; last: number } | null = null
  let listsReadSince: number | null = null
  let hasFailed = false
  let running: Promise<void> | null = null

  function trigger(): void {
    if (closing.signal.aborted) return
    const now = clock.monotonic()
    changes = { first: changes?.first ?? now, last: now }
    timer.fireAt(now + settleMs)
  }

  function onTimer(): void {
    if (!changes || closing.signal.aborted) return
    const checkAt = Math.min(changes.last + settleMs, changes.first + maxSettleMs)
    if (clock.monotonic() < checkAt) return timer.fireAt(checkAt)
    if (running) return timer.fireAt(clock.monotonic() + settleMs)
    changes = null
    running = check()
      .catch((error: unknown) => {
        // A database that cannot be used is reported by the window. The next change checks again.
        if (!isAppError(error) && !closing.signal.aborted) console.error('notifications:', error)
      })
      .finally(() => (running = null))
  }

  async function check(): Promise<void> {
    const areListsDue = !mustWaitForLists()
    const kinds = notificationKinds.filter(
      (kind) => isAllowedNow(kind) && (areListsDue || orderKinds.includes(kind)) && !wasJustTold(kind),
    )
    for (const due of await findDueNotices({ ...deps, told }, kinds, clock.now())) await tell(due)
  }

  /** Whether a notification of the kind may be shown now. */
  function isAllowedNow(kind: NotificationKind): boolean {
    const { mutedNotifications, notificationQuietHours: quiet, isOffline } = settings()
    if (closing.signal.aborted || hasFailed || !notifier.isSupported()) return false
    // Offline, no sync can succeed, by the choice of the user.
    if (kind === 'syncs_failing' && isOffline) return false
    if (quiet && isQuietAt(clock.now(), quiet, toLocalMinuteOfComputer)) return false
    return !mutedNotifications.includes(kind)
  }

  function mustWaitForLists(): boolean {
    listsReadSince = isReadingLists() ? (listsReadSince ?? clock.monotonic()) : null
    return listsReadSince !== null && clock.monotonic() - listsReadSince < maxListWaitMs
  }

  function wasJustTold(kind: NotificationKind): boolean {
    const now = clock.now()
    const lastToldAt = told.lastToldAt(kind)
    // A time in the future was recorded before the clock was set back.
    return lastToldAt !== null && lastToldAt <= now && now - lastToldAt < pauseBetweenNotificationsMs
  }

  /**
   * Records the reasons, then shows the notification. The last part is recorded and shown in one turn of the event loop. If
   * the process ends before that turn, a part is still untold, and the notice is shown later, with everything of its kind.
   */
  async function tell({ notice, untold }: DueNotice): Promise<void> {
    const { kind } = notice
    const now = clock.now()
    for (const [index, part] of untold.entries()) {
      if (!isAllowedNow(kind)) return
      told.record(kind, part(), now)
      if (index < untold.length - 1) await yieldToEventLoop()
    }
    notifier.show(kind, {
      ...describeNotice(notice, language(), now),
      onClick: () => openPage(findPageLinkOfNotice(notice)),
      onFailed(reason) {
        console.error('notifications:', reason)
        // Nothing was shown. The next start of the app tries again.
        hasFailed = true
        if (!closing.signal.aborted) told.withdraw(kind, now)
      },
    })
  }

  return {
    trigger,
    deleteOld: () => told.deleteOld(notificationKinds, clock.now(), closing.signal),
    async close() {
      closing.abort()
      timer.stop()
      await running
    },
  }
}
