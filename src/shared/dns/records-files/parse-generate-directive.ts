import { recordsFileLimits } from './records-file-limits.ts'

/** The entries that one `$GENERATE` directive generates. */
export interface GeneratedEntries {
  count: number
  /**
   * The entry of this index, from 0; null if a hexadecimal or octal number is negative, a width exceeds the limit, or
   * the entry is too long.
   */
  entryAt(index: number): string | null
}

const range = /^(\d{1,9})-(\d{1,9})(?:\/(\d{1,9}))?$/
/** `$$` and `\$` mean a dollar sign; `${offset,width,base}` changes the number, and its last two parts are optional. */
const variable = /\\.|\$\$|\$(?:\{(-?\d{1,9})(?:,(\d{1,3})(?:,([doxXnN]))?)?\})?/gs
const maxWidth = 255

/**
 * Reads `$GENERATE start-stop[/step] entry`, an extension of BIND. `template`: the entry with its variables. Null if
 * the range is invalid. A generation with more than the limit of entries is returned, but must not be expanded.
 */
export function parseGenerateDirective(rangeText: string, template: string): GeneratedEntries | null {
  const [, first, last, by = '1'] = range.exec(rangeText) ?? []
  if (first === undefined || last === undefined) return null
  const [start, stop, step] = [Number(first), Number(last), Number(by)]
  if (stop < start || step < 1) return null
  return {
    count: Math.floor((stop - start) / step) + 1,
    entryAt: (index) => substitute(template, start + index * step),
  }
}

function substitute(template: string, number: number): string | null {
  let isValid = true
  const text = template.replaceAll(variable, (found, offset = '0', width = '0', base = 'd') => {
    if (found === '$$') return '\\$'
    if (found.startsWith('\\')) return found
    const value = number + Number(offset)
    if ((value < 0 && base !== 'd') || Number(width) > maxWidth) isValid = false
    return isValid ? formatNumber(value, Number(width), base) : ''
  })
  return isValid && text.length <= recordsFileLimits.generatedEntryCharacters ? text : null
}

function formatNumber(value: number, width: number, base: string): string {
  switch (base) {
    case 'o':
      return value.toString(8).padStart(width, '0')
    case 'x':
      return value.toString(16).padStart(width, '0')
    case 'X':
      return value.toString(16).toUpperCase().padStart(width, '0')
    case 'n':
      return formatNibbles(value, width)
    case 'N':
      return formatNibbles(value, width).toUpperCase()
    default:
      return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0')
  }
}

/**
 * Returns the hexadecimal digits from the last to the first, with dots between them. As in BIND, the dots count for the
 * width.
 */
function formatNibbles(value: number, width: number): string {
  const digits = [...value.toString(16)].reverse()
  while (digits.length * 2 < width) digits.push('0')
  return digits.join('.').padEnd(width, '.')
}
