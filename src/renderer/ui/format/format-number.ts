const formats = new Map<string, Intl.NumberFormat>()

/** Formats a number as the language does. For many numbers: `toLocaleString` makes a format for each of them. */
export function formatNumber(n: number, language: string): string {
  let format = formats.get(language)
  if (format === undefined) formats.set(language, (format = new Intl.NumberFormat(language)))
  return format.format(n)
}
