type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

/** Explains the quote request. A single domain is also checked by a dry run. */
export function describeHowRenewalsArePriced(lines: readonly { row: { accountId: string } }[], t: Translate): string {
  const accounts = new Set(lines.map(({ row }) => row.accountId)).size
  if (lines.length === 0) return ''
  return lines.length === 1 ? t('orders.renew.askHintOne', {}, 1) : t('orders.renew.askHint', { n: accounts }, accounts)
}
