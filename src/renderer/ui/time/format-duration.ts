import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'

/** Formats a duration in milliseconds in one unit, e.g. "40 minutes", "3 hours" or "5 days", rounded. */
export function formatDuration(ms: number, locale: string): string {
  const [unit, unitMs] =
    ms >= 2 * dayMs
      ? (['day', dayMs] as const)
      : ms >= 2 * hourMs
        ? (['hour', hourMs] as const)
        : (['minute', minuteMs] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(
    ms / unitMs,
  )
}
