import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { formatJapanTimeToMinute } from '#renderer/ui/time/format-japan-time-to-minute.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'

type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

/** Returns a title such as "Renew 33 · 14:39 (Japan time)". It contains the date in Japan if that is not today. */
export function formatOrderRunTitle(
  { kinds, target, total, startedAt }: Pick<OrderRun, 'kinds' | 'target' | 'total' | 'startedAt'>,
  now: number,
  t: Translate,
): string {
  const [kind, ...others] = kinds
  const key = kind === undefined || others.length > 0 ? 'mixed' : kind
  const what =
    target === null
      ? t(`orders.run.titleOf.${key}`, { n: total }, total)
      : t(`orders.run.titleOfOne.${key}`, { name: decodePunycode(target) ?? target }, 1)
  return `${what} · ${t('common.inJapan', { time: formatJapanTimeToMinute(startedAt, now) }, 1)}`
}
