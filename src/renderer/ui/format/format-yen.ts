type Translate = (key: string, values?: Record<string, unknown>) => string

/** An amount of yen as the language writes it: `¥20,400`, `20,400円`. Null is a dash. */
export function formatYen(yen: number | null, t: Translate): string {
  return yen === null ? '—' : t('shop.yen', { amount: yen.toLocaleString('en-US') })
}
