import { describe, expect, test } from 'vitest'
import { parseJapanTime } from '#shared/japan-time.ts'
import { requoteLines, type DeclinedOrder } from '#renderer/features/orders/requote/requote-lines.ts'
import { mayRequote } from '#renderer/features/orders/detail/requote-eligibility.ts'
import { orderTargetRoute } from '#renderer/features/orders/detail/order-target-route.ts'
import { formatRunTitle } from '#renderer/features/orders/runs/format-run-title.ts'
import { i18n } from '#renderer/text/i18n.ts'
import type { IntentView } from '#shared/ipc/order-intents.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { QuoteRow } from '#shared/ipc/quotes.ts'

const t = i18n.global.t as Parameters<typeof formatRunTitle>[2]
i18n.global.locale.value = 'en'
const startedAt = parseJapanTime('2026-11-20 14:39:05') as number
const renewal = (name: string): OrderItem => ({ kind: 'renew', accountId: 'a', name, years: 1 })

describe('The title of a run', () => {
  const title = (kinds: IntentView['item']['kind'][], target: string | null, total: number, now = startedAt) =>
    formatRunTitle({ kinds, target, total, startedAt }, now, t)

  test('The title has the kind of order, the number or the single target, and the time', () => {
    expect(title(['renew'], null, 33)).toBe('Renew 33 · 14:39 (Japan time)')
    expect(title(['renew'], 'xn--r8jz45g.com', 1)).toBe('Renew 例え.com · 14:39 (Japan time)')
    expect(title(['order'], 'banto01', 1)).toBe('Order banto01 · 14:39 (Japan time)')
    expect(title(['acquire', 'renew'], null, 5)).toBe('5 orders · 14:39 (Japan time)')
  })

  test('The title has the date if the run was not confirmed today in Japan', () => {
    expect(title(['renew'], null, 33, parseJapanTime('2026-11-21 00:00:10') as number)).toBe(
      'Renew 33 · 11-20 14:39 (Japan time)',
    )
  })
})

describe('An order that is quoted again', () => {
  const order: DeclinedOrder = {
    intentId: 'i',
    item: renewal('one.com'),
    yen: 1_650,
    expiryDate: '2027-03-31',
    isHeld: true,
  }
  const row = (expiryDate: string) => ({ id: 'r', item: renewal('one.com'), expiryDate }) as QuoteRow

  test('A quote with another expiry than the confirmed one marks the order as moved', () => {
    expect(requoteLines([order], [])).toEqual([{ order, row: null, moved: null }])
    expect(requoteLines([order], [row('2027-03-31')])[0]?.moved).toBeNull()
    expect(requoteLines([order], [row('2028-03-31')])[0]?.moved).toEqual({ was: '2027-03-31', now: '2028-03-31' })
  })

  test('An order refused for insufficient balance can be quoted again, except a repeated server order', () => {
    const item = renewal('one.com')
    const server: OrderItem = {
      kind: 'order',
      accountId: 'a',
      planId: 'p',
      months: 12,
      serverId: 'banto01',
      autoRenew: true,
      partnerCode: null,
    }
    const error = { kind: 'service', message: '', code: 'PAYMENT_REQUIRED', status: 402 } as IntentView['error']
    expect(mayRequote({ item, state: 'refused', error, sentAt: 1, repeats: null })).toBe(true)
    expect(mayRequote({ item, state: 'refused', error, sentAt: 1, repeats: 'another' })).toBe(true)
    expect(mayRequote({ item: server, state: 'refused', error, sentAt: 1, repeats: 'another' })).toBe(false)
    expect(mayRequote({ item, state: 'unsettled', error, sentAt: 1, repeats: null })).toBe(false)
  })
})

describe('The link from an order to its target', () => {
  const intent = (item: OrderItem, state: IntentView['state'], fact = {}) =>
    ({
      item,
      target: item.kind === 'order' ? item.serverId : item.name,
      state,
      steps: [{ fact }],
    }) as unknown as IntentView
  const ordered: OrderItem = {
    kind: 'order',
    accountId: 'a',
    planId: 'p',
    months: 12,
    serverId: 'banto01',
    autoRenew: true,
    partnerCode: null,
  }

  test('An order links to its domain or server only if the target is known to exist', () => {
    expect(orderTargetRoute(intent(renewal('one.com'), 'planned'))).toEqual({
      name: 'domain',
      params: { accountId: 'a', name: 'one.com' },
    })
    const acquisition: OrderItem = { kind: 'acquire', accountId: 'a', name: 'new.com', years: 1, nameservers: null }
    expect(orderTargetRoute(intent(acquisition, 'sent'))).toBeNull()
    expect(orderTargetRoute(intent(acquisition, 'done'))).toEqual({
      name: 'domain',
      params: { accountId: 'a', name: 'new.com' },
    })
    expect(orderTargetRoute(intent(ordered, 'done', { servername: 'banto01.example' }))).toEqual({
      name: 'servers',
      params: { accountId: 'a', name: 'banto01.example' },
    })
    expect(orderTargetRoute(intent(ordered, 'done'))).toBeNull()
  })
})
