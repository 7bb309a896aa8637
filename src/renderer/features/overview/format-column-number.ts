/** The highest number that fits above a column in full. */
const maxPlainNumber = 9999
const maxPlainLimit = 999

/**
 * Formats the number above a column. `value`: null if it is not known. `isPartial`: the value is a lower limit, so that
 * a shortened number is rounded down.
 */
export function formatColumnNumber(
  { value, isPartial = false }: { value: number | null; isPartial?: boolean },
  locale: string,
  t: (key: string, values: { number: string }) => string,
): string {
  if (value === null) return '—'
  const isShortened = value > (isPartial ? maxPlainLimit : maxPlainNumber)
  const number = new Intl.NumberFormat(locale, {
    useGrouping: 'always',
    ...(isShortened && { notation: 'compact', maximumFractionDigits: 1 }),
    ...(isShortened && isPartial && { roundingMode: 'floor' }),
  }).format(value)
  return isPartial ? t('common.atLeast', { number }) : number
}
