const formats = new Map<string, Intl.NumberFormat>()

/**
 * Formats a number by the rules of the language. Reuses one formatter, because `toLocaleString` creates one in each
 * call.
 */
export function formatNumber(n: number, language: string): string {
  let format = formats.get(language)
  if (format === undefined) formats.set(language, (format = new Intl.NumberFormat(language)))
  return format.format(n)
}
