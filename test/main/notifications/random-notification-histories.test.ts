// Rules that hold for every history of changes, quiet hours and restarts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { defaultExpiryThresholds } from '#shared/expiry-thresholds.ts'
import { isInQuietHours, getMinuteOfDayOfComputer } from '#shared/quiet-hours.ts'
import { countDaysUntil } from '#shared/japan-time.ts'
import type { NotifiableOrder } from '#main/notifications/notification-facts.ts'
import { pauseBetweenNotificationsOfKindMs } from '#main/notifications/notification-watcher.ts'
import { addAccount } from '#test/main/inventory/temporary-inventory.ts'
import { saveDomain, startNotificationWatcherRig, type NotificationWatcherRig } from './notification-watcher-rig.ts'

const action = fc.oneof(
  fc.record({ do: fc.constant('domain' as const), name: fc.nat(4), daysLeft: fc.integer({ min: -1, max: 70 }) }),
  fc.record({ do: fc.constant('remove' as const), name: fc.nat(4) }),
  // More domains than are recorded at once.
  fc.record({ do: fc.constant('many' as const), daysLeft: fc.integer({ min: 0, max: 70 }) }),
  fc.record({
    do: fc.constant('hold' as const),
    id: fc.nat(2),
    reason: fc.constantFrom('balance', 'to_decide', 'paused'),
  }),
  fc.record({ do: fc.constant('release' as const), id: fc.nat(2) }),
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.constantFrom(minuteMs, 20 * minuteMs, hourMs, 5 * hourMs, dayMs),
  }),
  fc.record({ do: fc.constant('quiet' as const), isOn: fc.boolean(), from: fc.nat(23), to: fc.nat(23) }),
  fc.record({ do: fc.constant('mute' as const), isMuted: fc.boolean() }),
  fc.record({ do: fc.constant('read' as const), isReading: fc.boolean() }),
  // The watcher ends `turns` turns of the event loop after a check has begun.
  fc.record({ do: fc.constant('restart' as const), turns: fc.nat(4) }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** What a notification should show now, independent of the code under test: kind, subject, occurrence and span. */
function listReasons({ database, clock, state }: NotificationWatcherRig): { id: string; kind: string; days: number }[] {
  const domains = database
    .all<{ name: string; expiry_date: string }>('select name, expiry_date from domain')
    .flatMap(({ name, expiry_date }) => {
      const left = countDaysUntil(expiry_date, clock.now()) ?? Infinity
      const days = defaultExpiryThresholds.findLast((each) => left <= each)
      return days === undefined ? [] : [{ id: `${name} ${expiry_date}`, kind: 'domains_expiring', days }]
    })
  const orders = state.orders
    .filter(({ reason }) => reason !== 'paused')
    .map(({ intentId, reason, occurrence }) => ({
      id: `${intentId} ${occurrence}`,
      kind: reason === 'to_decide' ? 'orders_to_decide' : 'orders_stopped',
      days: 0,
    }))
  return [...domains, ...orders]
}

async function run(rig: NotificationWatcherRig, step: Action, resumes: Map<number, number>): Promise<void> {
  const { database, clock, state } = rig
  switch (step.do) {
    case 'domain':
      return saveDomain(rig, `d${step.name}.example`, step.daysLeft)
    case 'remove':
      return void database.run('delete from domain where name = ?', `d${step.name}.example`)
    case 'many':
      return database.transaction(() => {
        for (let index = 0; index < 1_100; index += 1) saveDomain(rig, `many${index}.example`, step.daysLeft)
      })
    case 'hold': {
      const intentId = String(step.id)
      const reason = step.reason as NotifiableOrder['reason']
      state.orders = [
        ...state.orders.filter((order) => order.intentId !== intentId),
        { intentId, reason, occurrence: `${reason} ${resumes.get(step.id) ?? 0}` },
      ]
      return
    }
    case 'release':
      resumes.set(step.id, (resumes.get(step.id) ?? 0) + 1)
      state.orders = state.orders.filter(({ intentId }) => intentId !== String(step.id))
      return
    case 'wait':
      return clock.advance(step.ms)
    case 'quiet':
      state.settings = {
        ...state.settings,
        notificationQuietHours: step.isOn ? { from: step.from * 60 + 30, to: step.to * 60 + 15 } : null,
      }
      return
    case 'mute':
      state.settings = { ...state.settings, mutedNotifications: step.isMuted ? ['domains_expiring'] : [] }
      return
    case 'read':
      state.isReadingLists = step.isReading
      return
    case 'restart':
      rig.trigger()
      await clock.advance(10_000)
      for (let turn = 0; turn < step.turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return rig.restart()
  }
}

test('Whatever happens, nothing is shown twice, nothing in quiet hours, and nothing that still applies is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 25 }), async (actions) => {
      const rig = startNotificationWatcherRig()
      try {
        addAccount(rig.database, 'a')
        const resumes = new Map<number, number>()
        /** The shortest span that a notification has shown, by reason. */
        const shownDays = new Map<string, number>()
        rig.onShown = (shown) => {
          const { settings } = rig.state
          const quiet = settings.notificationQuietHours
          expect(quiet !== null && isInQuietHours(shown.at, quiet, getMinuteOfDayOfComputer)).toBe(false)
          expect(settings.mutedNotifications).not.toContain(shown.group)
          const reasons = listReasons(rig).filter(({ kind }) => kind === shown.group)
          const fresh = reasons.filter(({ id, days }) => (shownDays.get(`${shown.group} ${id}`) ?? Infinity) > days)
          expect(fresh, `${shown.title} shows something new`).not.toEqual([])
          for (const { id, days } of reasons) shownDays.set(`${shown.group} ${id}`, days)
        }
        for (const step of actions) {
          await run(rig, step, resumes)
          await rig.check()
        }
        rig.state.settings = { ...rig.state.settings, mutedNotifications: [], notificationQuietHours: null }
        rig.state.isReadingLists = false
        await rig.clock.advance(pauseBetweenNotificationsOfKindMs)
        await rig.check()
        expect(
          listReasons(rig).filter(({ id, kind, days }) => (shownDays.get(`${kind} ${id}`) ?? Infinity) > days),
        ).toEqual([])
      } finally {
        await rig.close()
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)
