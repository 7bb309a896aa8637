import { describe, expect, test } from 'vitest'
import { parseJapanTime } from '#shared/japan-time.ts'
import { formatOrderRunTitle } from '#renderer/features/orders/runs/format-order-run-title.ts'
import { i18n } from '#renderer/text/i18n.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

const t = i18n.global.t as Parameters<typeof formatOrderRunTitle>[2]
i18n.global.locale.value = 'en'
const startedAt = parseJapanTime('2026-11-20 14:39:05') as number

describe('The title of a run', () => {
  const title = (kinds: OrderIntentView['item']['kind'][], target: string | null, total: number, now = startedAt) =>
    formatOrderRunTitle({ kinds, target, total, startedAt }, now, t)

  test('The title has the kind of order, the number or the single target, and the time', () => {
    expect(title(['renew'], null, 33)).toBe('Renew 33 · 14:39 (Japan time)')
    expect(title(['renew'], 'xn--r8jz45g.com', 1)).toBe('Renew 例え.com · 14:39 (Japan time)')
    expect(title(['order'], 'banto01', 1)).toBe('Order banto01 · 14:39 (Japan time)')
    expect(title(['acquire', 'renew'], null, 5)).toBe('5 orders · 14:39 (Japan time)')
  })

  test('The title has the date if the run was not confirmed today in Japan', () => {
    expect(title(['renew'], null, 33, parseJapanTime('2026-11-21 00:00:10') as number)).toBe(
      'Renew 33 · 2026-11-20 14:39 (Japan time)',
    )
  })
})
