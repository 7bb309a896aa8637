import { minuteMs } from '#shared/durations.ts'
import { isAppError } from '#shared/app-error.ts'
import type { Settings } from '#shared/ipc/app-state-and-settings.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import { notificationKinds, type NotificationKind } from '#shared/notification-kinds.ts'
import { isInQuietHours, getMinuteOfDayOfComputer } from '#shared/quiet-hours.ts'
import type { Clock } from '#main/clock.ts'
import type { DesktopNotifier } from '#main/desktop-notifier-port.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { createEarliestTimer } from '#main/event-loop/earliest-timer.ts'
import { describeNotification, type NotificationLanguage } from './describe-notification.ts'
import { findNotificationsWithNewReasons, type FindNotificationsDeps } from './find-notifications-with-new-reasons.ts'
import { buildPageLinkOfNotification } from './build-page-link-of-notification.ts'
import type { NotificationFactsWithNewReasons } from './notification-facts.ts'
import { createShownNotificationStore } from './shown-notification-reason-store.ts'

/** Shows desktop notifications of what needs attention, each reason once (ADR 36). */
export interface NotificationWatcher {
  /** Call it when something that a notification shows may have changed. Checks when the changes have ended. */
  trigger(): void
  /** Deletes reasons that were shown long ago. */
  deleteOld(): Promise<void>
  close(): Promise<void>
}

export interface NotificationWatcherDeps extends Omit<FindNotificationsDeps, 'shownStore'> {
  clock: Clock
  notifier: DesktopNotifier
  settings: () => Settings
  language: () => NotificationLanguage
  /** Whether the lists of an account are being read: a notification would count only a part of the new rows. */
  isReadingLists: () => boolean
  openPage: (link: PageLink) => void
}

/** The check runs once nothing has changed for `settleMs`, at the latest after `maxSettleMs`. */
const settleMs = 10_000
const maxSettleMs = minuteMs
/** Notifications about lists wait for lists that are being read, but no longer than this. */
const maxListWaitMs = 10 * minuteMs
/**
 * Pause between two notifications of a kind, in milliseconds. The next notification shows everything that happened in
 * it.
 */
export const pauseBetweenNotificationsOfKindMs = 15 * minuteMs
/** These kinds do not depend on lists. */
const orderKinds: readonly NotificationKind[] = ['orders_to_decide', 'orders_stopped']

export function createNotificationWatcher(deps: NotificationWatcherDeps): NotificationWatcher {
  const { clock, notifier, settings, language, isReadingLists, openPage } = deps
  const shownStore = createShownNotificationStore(deps.database)
  const closing = new AbortController()
  const timer = createEarliestTimer(clock, onTimer)
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
      (kind) => isAllowedNow(kind) && (areListsDue || orderKinds.includes(kind)) && !wasJustShown(kind),
    )
    for (const due of await findNotificationsWithNewReasons({ ...deps, shownStore }, kinds, clock.now()))
      await show(due)
  }

  /** Whether a notification of the kind may be shown now. */
  function isAllowedNow(kind: NotificationKind): boolean {
    const { mutedNotifications, notificationQuietHours: quiet, isOffline } = settings()
    if (closing.signal.aborted || hasFailed || !notifier.isSupported()) return false
    // The user chose to work offline, so it is expected that no sync succeeds.
    if (kind === 'syncs_failing' && isOffline) return false
    if (quiet && isInQuietHours(clock.now(), quiet, getMinuteOfDayOfComputer)) return false
    return !mutedNotifications.includes(kind)
  }

  function mustWaitForLists(): boolean {
    listsReadSince = isReadingLists() ? (listsReadSince ?? clock.monotonic()) : null
    return listsReadSince !== null && clock.monotonic() - listsReadSince < maxListWaitMs
  }

  function wasJustShown(kind: NotificationKind): boolean {
    const now = clock.now()
    const lastShownAt = shownStore.lastShownAt(kind)
    // A time in the future was recorded before the clock was set back.
    return lastShownAt !== null && lastShownAt <= now && now - lastShownAt < pauseBetweenNotificationsOfKindMs
  }

  /**
   * Records the reasons, then shows the notification. The last part is recorded and shown in one turn of the event
   * loop. If the app ends before that turn, the last part is not recorded, and the next start shows the whole
   * notification.
   */
  async function show({ facts, newReasons }: NotificationFactsWithNewReasons): Promise<void> {
    const { kind } = facts
    const now = clock.now()
    for (const [index, part] of newReasons.entries()) {
      if (!isAllowedNow(kind)) return
      shownStore.record(kind, part(), now)
      if (index < newReasons.length - 1) await yieldToEventLoop()
    }
    notifier.show(kind, {
      ...describeNotification(facts, language(), now),
      onClick: () => openPage(buildPageLinkOfNotification(facts)),
      onFailed(reason) {
        console.error('notifications:', reason)
        // Nothing was shown. The next start of the app tries again.
        hasFailed = true
        if (!closing.signal.aborted) shownStore.withdraw(kind, now)
      },
    })
  }

  return {
    trigger,
    deleteOld: () => shownStore.deleteOld(notificationKinds, clock.now(), closing.signal),
    async close() {
      closing.abort()
      timer.stop()
      await running
    },
  }
}
