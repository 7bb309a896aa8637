import { describe, expect, test, onTestFinished } from 'vitest'
import {
  orderIntentFilterSchema,
  shownOrderStatuses,
  type OrderIntentStep,
  type ShownOrderStatus,
} from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { systemClock } from '#main/clock.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import { deriveOrderStatus, findOrderAcceptanceSource } from '#main/orders/derive-order-status.ts'
import { makeTemporaryJournalFolder, removeFolder, renewal } from './sample-intents.ts'
import { acquisition, order, transfer } from './orders-rig.ts'

const renew: OrderItem = renewal(0).item
const step = (event: OrderIntentStep['event'], fact: OrderIntentStep['fact']): OrderIntentStep => ({
  at: 1,
  serverAt: null,
  state: 'done',
  event,
  error: null,
  fact,
})
/** A repeat that was never sent: the check before its sending found that the earlier order had been executed. */
const settledUnsent = (item: OrderItem, becomes: string): Partial<StoredIntent> => ({
  state: 'done',
  item,
  repeats: 'the order before it',
  settledAt: 2,
  steps: [step('settled_by_reading', { listed: true, becomes })],
})
const unsent = renewal(0).sendings
/** A sent order is settled by a reading only if its answer was lost or shows no outcome. */
const unanswered: Partial<StoredIntent> = { sendings: { ...unsent, count: 1, lost: 1 } }
const done = (item: OrderItem, ...steps: OrderIntentStep[]): Partial<StoredIntent> => ({
  state: 'done',
  item,
  sentAt: 1,
  settledAt: 2,
  steps,
})
const answered = (becomes: string) => step('answered', { status: 200, becomes })

const cases: readonly [Partial<StoredIntent>, ShownOrderStatus][] = [
  [{ state: 'planned', hold: null }, 'planned'],
  [{ state: 'planned', hold: { reason: 'waiting', error: null } }, 'planned'],
  [{ state: 'planned', hold: { reason: 'no_money', error: null } }, 'held'],
  [{ state: 'planned', hold: { reason: 'cannot_send', error: null } }, 'held'],
  [{ state: 'sent' }, 'sent'],
  [{ state: 'unsettled' }, 'unsettled'],
  [{ state: 'unsettled', needsYou: true }, 'needs_you'],
  [{ state: 'refused', sentAt: 1 }, 'refused'],
  [{ state: 'abandoned' }, 'abandoned'],
  [{ state: 'abandoned', sentAt: 1 }, 'not_happened'],
  [done(renew, answered('active')), 'done'],
  [done(renew, step('settled_by_person', { happened: true })), 'done'],
  [done(acquisition, answered('active')), 'done'],
  [done(acquisition, answered('pending_create')), 'accepted'],
  [
    { ...done(acquisition, step('settled_by_reading', { listed: true, becomes: 'pending_create' })), ...unanswered },
    'accepted',
  ],
  [done(acquisition, step('settled_by_person', { happened: true })), 'accepted'],
  [done(transfer, answered('transferring')), 'accepted'],
  [
    done(transfer, answered('transferring'), step('status_read', { becomes: 'transfer_action_required' })),
    'needs_application',
  ],
  [
    {
      ...done(transfer, step('settled_by_reading', { listed: true, becomes: 'transfer_action_required' })),
      ...unanswered,
    },
    'needs_application',
  ],
  [
    done(
      transfer,
      step('status_read', { becomes: 'transfer_action_required' }),
      step('status_read', { becomes: 'transferring' }),
    ),
    'accepted',
  ],
  [{ ...done(transfer, step('settled_by_reading', { listed: true, becomes: 'active' })), ...unanswered }, 'done'],
  [done(order, answered('setup_pending')), 'accepted'],
  [done(order, answered('active')), 'done'],
  [settledUnsent(renew, 'active'), 'already_ordered'],
  [settledUnsent(acquisition, 'pending_create'), 'already_ordered'],
  [settledUnsent(transfer, 'transfer_action_required'), 'needs_application'],
  // The sending of this order was answered with a 429.
  [{ ...settledUnsent(renew, 'active'), sentAt: 1, sendings: { ...unsent, count: 1 } }, 'already_ordered'],
  [{ ...settledUnsent(renew, 'active'), sentAt: 1, sendings: { ...unsent, count: 2, lost: 1 } }, 'done'],
  [{ ...settledUnsent(renew, 'active'), sentAt: 1, sendings: { ...unsent, count: 1, isBurnt: true } }, 'done'],
  // A damaged journal does not know whether the order was sent.
  [{ ...settledUnsent(renew, 'active'), sendings: { ...unsent, count: 1, isUnclear: true } }, 'done'],
]

const intentOf = (changes: Partial<StoredIntent>, index = 0): StoredIntent => renewal(index, changes)

describe('Status of an order', () => {
  test.each(cases)('The order %o has the status %s', (changes, status) => {
    expect(deriveOrderStatus(intentOf(changes))).toBe(status)
  })

  test.each([
    [done(renew, answered('active')), 'response'],
    [done(acquisition, answered('pending_create'), step('status_read', { becomes: 'active' })), 'response'],
    [{ ...done(renew, step('settled_by_reading', { listed: true })), ...unanswered }, 'check'],
    [done(renew, step('settled_by_person', { happened: true })), 'user'],
    [settledUnsent(renew, 'active'), null],
    [{ state: 'unsettled' }, null],
    [{ state: 'abandoned', steps: [step('settled_by_person', { happened: false })] }, null],
  ] as const satisfies readonly (readonly [Partial<StoredIntent>, unknown])[])(
    'The order %o counts as charged because of this source: %s',
    (changes, source) => {
      expect(findOrderAcceptanceSource(intentOf(changes))).toBe(source)
    },
  )

  test('The status is the same in the list, in the filters and in the counts', async () => {
    const folder = makeTemporaryJournalFolder()
    const journal = openJournal({ folder, clock: systemClock })
    onTestFinished(async () => {
      await journal.close()
      removeFolder(folder)
    })
    await journal.add(cases.map(([changes], index) => intentOf(changes, index)))
    const counts = Object.fromEntries(journal.countByStatus({}).byStatus.map(({ status, count }) => [status, count]))
    for (const status of shownOrderStatuses) {
      const found = journal.page(orderIntentFilterSchema.parse({ statuses: [status] }), {
        sort: 'createdAt',
        isDescending: false,
        offset: 0,
        limit: 100,
      }).rows
      expect(found.map(({ id }) => id)).toEqual(
        cases.flatMap(([, expected], index) => (expected === status ? [`intent-${index}`] : [])),
      )
      expect(counts[status]).toBe(found.length)
    }
  })
})
