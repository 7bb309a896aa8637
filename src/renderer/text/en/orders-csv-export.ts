import type { OrderAcceptanceSource, OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

/** Texts of the CSV export that the window does not use. */
export const ordersCsvExport = {
  heading: {
    confirmed: 'Placed (Japan)',
    account: 'Account',
    kind: 'Kind',
    target: 'Name',
    decoded: 'Unicode name',
    plan: 'Plan',
    months: 'Months',
    years: 'Years',
    yen: 'Price (yen)',
    status: 'State',
    acceptanceSource: 'Shown as accepted by',
    held: 'Reason on hold',
    evidence: 'Last event',
    evidenceAt: 'Time of last event (Japan)',
    facts: 'Facts checked',
    code: 'Service’s code',
    message: 'Service’s message',
    expiryDate: 'Expiry when ordered',
    sentAt: 'Sending started (Japan)',
    settledAt: 'Processed, found, recorded or cancelled (Japan)',
    idempotencyKey: 'Idempotency key',
    repeats: 'Repeats order',
    id: 'Order',
  },
  acceptanceSource: {
    response: 'Response of the service',
    check: 'Inferred from a check, not confirmed by a response',
    user: 'Your decision, not confirmed by a response',
  } satisfies Record<OrderAcceptanceSource, string>,
  /** Facts of an order's step for which the window has no text of one line. */
  fact: {
    listed: 'Found in the account: {value}',
    status: 'HTTP status: {value}',
    stop: 'Run: {value}',
    intentId: 'New order: {value}',
    differsInPlan: 'Another plan than ordered: {value}',
    differsInTerm: 'The expiry date does not fit the ordered term: {value}',
  },
  stop: { paused: 'paused', cancelled: 'cancelled' } satisfies Record<NonNullable<OrderIntentView['stop']>, string>,
}
