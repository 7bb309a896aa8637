import type { IntentState, IntentView } from '#shared/ipc/orders.ts'

/** What the saved table says beside the words of the window. */
export const csv = {
  heading: {
    confirmed: 'Confirmed (Japan)',
    account: 'Account',
    kind: 'What',
    target: 'Name',
    decoded: 'Name as it reads',
    plan: 'Plan',
    months: 'Months',
    years: 'Years',
    yen: 'Price (yen)',
    state: 'State',
    needsYou: 'Needs you',
    held: 'Why it is held',
    evidence: 'What happened last',
    evidenceAt: 'When that was (Japan)',
    facts: 'What was seen',
    code: 'Service’s code',
    message: 'Service’s message',
    expiryDate: 'Confirmed expiry',
    sentAt: 'First sent (Japan)',
    settledAt: 'Processed (Japan)',
    idempotencyKey: 'Idempotency key',
    repeats: 'Repeats order',
    id: 'Order',
  },
  /** Facts that the window tells otherwise than in one line. */
  fact: {
    listed: 'In the account’s list: {value}',
    status: 'HTTP status: {value}',
    stop: 'Its run: {value}',
    intentId: 'New order: {value}',
  },
  stop: {
    paused: 'paused',
    cancelled: 'cancelled',
  } satisfies Record<NonNullable<IntentView['stop']>, string>,
  /** One word for all that is `abandoned`: what happened last tells which it was. */
  state: {
    planned: 'Not sent yet',
    sent: 'On its way',
    done: 'Done',
    refused: 'Declined, not charged',
    unsettled: 'Outcome unknown',
    abandoned: 'Taken back, or did not happen',
  } satisfies Record<IntentState, string>,
}
