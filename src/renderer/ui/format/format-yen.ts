type Translate = (key: string, values?: Record<string, unknown>) => string

/** Formats an amount of yen in the style of the language: `¥20,400`, `20,400円`. Null gives a dash. */
export function formatYen(yen: number | null, t: Translate): string {
  return yen === null ? '—' : t('purchase.yen', { amount: yen.toLocaleString('en-US') })
}
