import { expect, test, onTestFinished } from 'vitest'
import { AppError, toWireError } from '#shared/app-error.ts'
import type { orderIntentEvents } from '#shared/ipc/order-intent-schemas.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import {
  createBalanceHintTracker,
  type BalanceHintTracker,
} from '#main/orders/reports/balance-hints-from-refusals-and-payments.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'
import { makeTemporaryJournalFolder, removeFolder, renewal } from '#test/main/orders/sample-intents.ts'

const at = (text: string) => parseJapanTime(text) as number
const clock = { now: () => at('2026-12-10 12:00:00'), monotonic: () => 0, sleep: () => Promise.resolve() }

async function open(intents: StoredIntent[]): Promise<BalanceHintTracker> {
  const folder = makeTemporaryJournalFolder()
  const journal = openJournal({ folder, clock })
  onTestFinished(async () => {
    await journal.close()
    removeFolder(folder)
  })
  await journal.add(intents)
  const database = temporaryDatabase()
  database.run(
    `insert into account (id, label, colour, base_url, added_at) values ('account-1', 'Aoi now', 'blue', 'http://127.0.0.1', 0)`,
  )
  return createBalanceHintTracker({ journal, database, clock })
}

const step = (
  event: (typeof orderIntentEvents)[number],
  state: StoredIntent['state'],
  time: number,
): StoredIntent['steps'][number] => ({ at: time, serverAt: null, state, event, error: null, fact: {} })

/** An order that the service itself answered as done. */
const answered = (index: number, time: number, changes: Partial<StoredIntent> = {}): StoredIntent =>
  renewal(index, {
    state: 'done',
    sentAt: time - 1,
    settledAt: time,
    steps: [step('sent', 'sent', time - 1), step('answered', 'done', time)],
    ...changes,
  })

test('The balance hint is the newest refusal for insufficient balance and the newest payment', async () => {
  const noMoney = toWireError(new AppError('service', 'no', { code: 'PAYMENT_REQUIRED', status: 402 }))
  const other = toWireError(new AppError('service', 'no', { code: 'PRICE_MISMATCH', status: 422 }))
  const tracker = await open([
    renewal(1, { state: 'refused', error: noMoney, settledAt: 100, yen: 10 }),
    renewal(2, { state: 'refused', error: noMoney, settledAt: 300, yen: 30 }),
    renewal(3, { state: 'refused', error: other, settledAt: 400, yen: 40 }),
    answered(4, at('2026-12-01 00:00:00')),
    answered(5, at('2026-11-01 00:00:00')),
  ])
  expect(tracker.listBalanceHints()).toEqual([
    { accountId: 'account-1', refusal: { at: 300, yen: 30, call: 'order' }, paidAt: at('2026-12-01 00:00:00') },
  ])
})

test('The last payment of the balance hint is the newest order that the service itself answered as done', async () => {
  const settledLater = (index: number, event: 'settled_by_reading' | 'settled_by_person', sentAt: number | null) =>
    renewal(index, { state: 'done', sentAt, settledAt: 900 + index, steps: [step(event, 'done', 900 + index)] })
  const tracker = await open([
    answered(1, 100),
    answered(2, 200, {
      steps: [step('sent', 'sent', 199), step('answered', 'done', 200), step('status_read', 'done', 800)],
    }),
    ...Array.from({ length: 40 }, (_, index) => settledLater(10 + index, 'settled_by_reading', 300)),
    settledLater(60, 'settled_by_person', 300),
    settledLater(61, 'settled_by_reading', null),
  ])
  expect(tracker.listBalanceHints()).toEqual([{ accountId: 'account-1', refusal: null, paidAt: 200 }])
})

test('An order that was sent before a refusal for insufficient balance and answered after it is no later payment', async () => {
  const noMoney = toWireError(new AppError('service', 'no', { code: 'PAYMENT_REQUIRED', status: 402 }))
  const slow = { steps: [step('sent', 'sent', 250), step('answered', 'done', 350)] }
  const tracker = await open([
    renewal(1, { state: 'refused', error: noMoney, settledAt: 300, yen: 10 }),
    answered(2, 350, slow),
  ])
  expect(tracker.listBalanceHints()).toMatchObject([{ refusal: { at: 300 }, paidAt: null }])
})

test('An order of ¥0 is no payment of the balance hint', async () => {
  const tracker = await open([answered(1, 100), answered(2, 200, { yen: 0 })])
  expect(tracker.listBalanceHints()).toEqual([{ accountId: 'account-1', refusal: null, paidAt: 100 }])
})

test('Orders that no answer confirmed are no payment of the balance hint', async () => {
  const tracker = await open([
    renewal(1, { state: 'done', sentAt: 1, settledAt: 900, steps: [step('settled_by_reading', 'done', 900)] }),
  ])
  expect(tracker.listBalanceHints()).toEqual([{ accountId: 'account-1', refusal: null, paidAt: null }])
})

test('A repeated request that was refused for insufficient balance is a balance hint, although the order may have been charged', async () => {
  const noMoney = toWireError(new AppError('service', 'no', { code: 'PAYMENT_REQUIRED', status: 402 }))
  const tracker = await open([
    answered(1, 100),
    renewal(2, {
      state: 'unsettled',
      error: noMoney,
      yen: 20,
      steps: [{ ...step('unclear', 'unsettled', 500), error: noMoney }, step('read', 'unsettled', 900)],
    }),
  ])
  expect(tracker.listBalanceHints()).toEqual([
    { accountId: 'account-1', refusal: { at: 500, yen: 20, call: 'order' }, paidAt: 100 },
  ])
})

test('The last refusal of the balance hint is the newest answer, whenever the user recorded an earlier order as not accepted', async () => {
  const noMoney = toWireError(new AppError('service', 'no', { code: 'PAYMENT_REQUIRED', status: 402 }))
  const refusedAt = (time: number, state: StoredIntent['state']) => ({
    ...step(state === 'refused' ? 'refused' : 'unclear', state, time),
    error: noMoney,
  })
  const tracker = await open([
    renewal(1, {
      state: 'abandoned',
      error: noMoney,
      settledAt: 900,
      yen: 10,
      steps: [refusedAt(100, 'unsettled'), step('settled_by_person', 'abandoned', 900)],
    }),
    answered(2, 200),
    renewal(3, { state: 'refused', error: noMoney, settledAt: 300, yen: 30, steps: [refusedAt(300, 'refused')] }),
  ])
  expect(tracker.listBalanceHints()).toEqual([
    { accountId: 'account-1', refusal: { at: 300, yen: 30, call: 'order' }, paidAt: 200 },
  ])
})

test.each(['abandoned', 'unsettled'] as const)(
  'Among several %s orders, the balance hint is the one refused last',
  async (state) => {
    const noMoney = toWireError(new AppError('service', 'no', { code: 'PAYMENT_REQUIRED', status: 402 }))
    const refused = (index: number, refusedAt: number, settledAt: number) =>
      renewal(index, {
        state,
        error: noMoney,
        yen: index,
        settledAt: state === 'abandoned' ? settledAt : null,
        steps: [{ ...step('unclear', 'unsettled', refusedAt), error: noMoney }, step('read', state, settledAt)],
      })
    const tracker = await open([refused(1, 500, 700), refused(2, 400, 800)])
    expect(tracker.listBalanceHints()).toMatchObject([{ refusal: { at: 500, yen: 1, call: 'order' } }])
  },
)
