import { describe, expect, test } from 'vitest'
import type { OrderIntentStep } from '#shared/ipc/order-intent-schemas.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { formatIntentsCsv } from '#main/orders/reports/format-intents-csv.ts'
import { formatOrderEventFacts } from '#renderer/features/orders/detail/format-order-event-facts.ts'
import { translateOrdersCsvLabels } from '#renderer/features/orders/list/translate-orders-csv-labels.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'
import { renewal } from '#test/main/orders/sample-intents.ts'
import { order } from '#test/main/orders/orders-rig.ts'

/** Every fact that no other column shows, and how its cell ends in English and Japanese. */
const factTexts: readonly (readonly [fact: OrderIntentStep['fact'], en: string, ja: string])[] = [
  [{ listed: true }, ': Yes', ': はい'],
  [{ becomes: 'expired' }, ': Expired', ': 期限切れ'],
  [{ expiry_date: '2028-03-31' }, ': 2028-03-31', ': 2028-03-31'],
  [{ previous_expiry_date: '2027-03-31' }, ': 2027-03-31', ': 2027-03-31'],
  [{ renewed: false }, ': No', ': いいえ'],
  [{ server_id: 'shop01' }, ': shop01', ': shop01'],
  [{ servername: 'shop01.example' }, ': shop01.example', ': shop01.example'],
  [{ status: 200 }, ': 200', ': 200'],
  [{ attempt: 2 }, '2, with the same idempotency key', '2 回目の送信開始（冪等キーは同じ）'],
  [{ happened: false }, ': No', ': いいえ'],
  [{ repeat: true }, ': Yes', ': はい'],
  [{ mayStillArrive: true }, ': Yes', ': はい'],
  [{ differsInPlan: true }, ': Yes', ': はい'],
  [{ differsInTerm: true }, ': Yes', ': はい'],
  [{ intentId: 'intent-2' }, ': intent-2', ': intent-2'],
  [{ stop: 'cancelled' }, ': cancelled', ': 取り下げ'],
]

const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain)

/** The cell of facts for an intent whose last step has these facts. */
async function factsOf(
  language: 'ja' | 'en',
  fact: OrderIntentStep['fact'],
  item?: StoredIntent['item'],
): Promise<string> {
  const [planned] = renewal(1).steps as [OrderIntentStep]
  async function* all() {
    yield renewal(1, { steps: [{ ...planned, fact }], ...(item && { item }) })
  }
  const labels = translateOrdersCsvLabels(setMessageLanguage(language))
  const [headings = '', line = ''] = (await formatIntentsCsv(all(), labels, () => undefined)).join('').split('\r\n')
  return cellsOf(line)[cellsOf(headings).indexOf(labels['heading.facts'] as string)] as string
}

describe('CSV of orders', () => {
  test.each(factTexts)('The fact %o is written in the language of the window', async (fact, en, ja) => {
    const [name] = Object.keys(fact) as [string]
    for (const [language, end] of [
      ['en', en],
      ['ja', ja],
    ] as const) {
      const cell = await factsOf(language, fact)
      expect(cell.endsWith(end), cell).toBe(true)
      expect(cell.startsWith(`${name}:`)).toBe(false)
      if (language === 'ja') expect(cell.slice(0, cell.length - end.length)).not.toMatch(/[a-z]/)
    }
  })

  test('Statuses of domains and of servers have different words, as on the order’s page', async () => {
    expect([
      await factsOf('ja', { becomes: 'active' }),
      await factsOf('ja', { becomes: 'active' }, order),
      await factsOf('en', { becomes: 'suspended' }, order),
    ]).toEqual(['状態: 有効', '状態: 稼働中', 'Status: Suspended'])
    const t = setMessageLanguage('ja')
    expect([
      formatOrderEventFacts({ becomes: 'active' }, t, 'renew'),
      formatOrderEventFacts({ becomes: 'active' }, t, 'order'),
    ]).toEqual([['状態: 有効'], ['状態: 稼働中']])
  })

  test('Facts of other columns, null facts and a first attempt are left out', async () => {
    expect(
      await factsOf('en', {
        yen: 1650,
        repeats: 'intent-0',
        reason: 'run_paused',
        confirmedAt: 5,
        code: 'X',
        expiry_date: null,
        attempt: 1,
      }),
    ).toBe('')
    expect(await factsOf('en', { listed: true, expiry_date: '2028-03-31' })).toBe(
      'Found in the account: Yes; Expiry: 2028-03-31',
    )
  })

  test('The errors of a refused input are written after the service’s message', async () => {
    async function* all() {
      yield renewal(1, {
        error: {
          kind: 'service',
          message: '',
          serviceMessage: 'Invalid input',
          details: { errors: ['years: at most 1', 'terms: required'] },
        },
      })
    }
    const rows = (await formatIntentsCsv(all(), {}, () => undefined)).join('').split('\r\n').map(cellsOf)
    expect(rows[1]?.[(rows[0] ?? []).indexOf('message')]).toBe('Invalid input; years: at most 1; terms: required')
  })

  test('An account has its current label, or its old label when it is removed, and a Punycode name is also written decoded', async () => {
    async function* all() {
      yield renewal(1, { accountLabel: 'Old', target: 'xn--wgv71a119e.jp' })
    }
    const rows = async (label: string | undefined) =>
      (await formatIntentsCsv(all(), {}, () => label)).join('').split('\r\n').map(cellsOf)
    const [headings = [], line = []] = await rows('New')
    expect(line[headings.indexOf('account')]).toBe('New')
    expect((await rows(undefined))[1]?.[headings.indexOf('account')]).toBe('Old')
    expect([line[headings.indexOf('target')], line[headings.indexOf('decoded')]]).toEqual([
      'xn--wgv71a119e.jp',
      '日本語.jp',
    ])
  })

  test.each([
    ['answered', 'en', 'Response of the service'],
    ['settled_by_reading', 'en', 'Inferred from a check, not confirmed by a response'],
    ['settled_by_person', 'en', 'Your decision, not confirmed by a response'],
    ['settled_by_reading', 'ja', '確認からの推定（応答による確認なし）'],
  ] as const)(
    'An accepted order whose last event is %s states what shows that it was accepted (%s)',
    async (event, language, text) => {
      const [planned] = renewal(1).steps as [OrderIntentStep]
      async function* all() {
        yield renewal(1, {
          state: 'done',
          sendings: { ...renewal(1).sendings, count: 1, lost: 1 },
          steps: [{ ...planned, state: 'done', event }],
        })
      }
      const labels = translateOrdersCsvLabels(setMessageLanguage(language))
      const [headings = '', line = ''] = (await formatIntentsCsv(all(), labels, () => undefined)).join('').split('\r\n')
      expect(cellsOf(line)[cellsOf(headings).indexOf(labels['heading.acceptanceSource'] as string)]).toBe(text)
    },
  )

  test.each([
    ['abandoned', { intentId: 'intent-2' }, null, 'en', 'Replaced by a new order'],
    ['abandoned', {}, null, 'ja', '取り下げました（以後は送信しません）'],
    [
      'unclear',
      {},
      { kind: 'journal_damaged', message: '', details: {} },
      'ja',
      '注文の記録が壊れたため、この注文の最新の記録が失われた可能性があります。注文が送信された可能性もあります。',
    ],
    [
      'unclear',
      {},
      { kind: 'service', code: 'REGISTRAR_REJECTED', message: '', details: {} },
      'en',
      'The registrar declined this request. The response does not show whether it was charged.',
    ],
  ] as const)(
    'The last event %s with facts %o and error %o has the words of the order’s page (%s)',
    async (event, fact, error, language, text) => {
      const [planned] = renewal(1).steps as [OrderIntentStep]
      async function* all() {
        yield renewal(1, { steps: [{ ...planned, event, fact, error }] })
      }
      const labels = translateOrdersCsvLabels(setMessageLanguage(language))
      const [headings = '', line = ''] = (await formatIntentsCsv(all(), labels, () => undefined)).join('').split('\r\n')
      expect(cellsOf(line)[cellsOf(headings).indexOf(labels['heading.evidence'] as string)]).toBe(text)
    },
  )

  test.each([
    ['waiting', ''],
    ['run_paused', 'Waiting for you to resume'],
  ] as const)(
    'An order with the hold %s has the reason “%s”, because a queued order is not on hold',
    async (reason, text) => {
      async function* all() {
        yield renewal(1, { hold: { reason, error: null } })
      }
      const labels = translateOrdersCsvLabels(setMessageLanguage('en'))
      const [headings = '', line = ''] = (await formatIntentsCsv(all(), labels, () => undefined)).join('').split('\r\n')
      expect(cellsOf(line)[cellsOf(headings).indexOf('Reason on hold')]).toBe(text)
    },
  )

  test('An unknown fact is written as it is', async () => {
    expect(await factsOf('ja', { of_tomorrow: '$& 1' })).toBe('of_tomorrow: $& 1')
  })
})
