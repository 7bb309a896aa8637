import type { RecordType } from '#shared/api/dns-record-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { formatTxtContent, hasInvalidTxtEscape, unescapeTxtContent } from '#shared/dns/records/txt-content.ts'
import { maxHostNameLength } from '#shared/host-name.ts'
import type { Idna } from '#shared/idna-interface.ts'
import type { TextWithCodeUnits } from './moving-file-text-window.ts'
import { isSurelyValidIpv4, isSurelyValidIpv6, isSurelyValidName, parseDigits } from './fast-name-and-address-checks.ts'
import { tokenContentFlags, type ZoneFileEntryScanner } from './zone-file-entry-scanner.ts'
import type { RecordsFileErrorCode } from './records-file-finding-codes.ts'
import { toAbsoluteName, unescapeNameInZoneFile } from './absolute-and-relative-zone-names.ts'

/** The data of one record, reused for every record. */
export interface RecordData {
  content: string
  priority: number
  /** True if the data surely obeys the record rules, whatever the host. A CNAME may still point to itself. */
  isSurelyValid: boolean
}

type DataProblem = Extract<RecordsFileErrorCode, 'recordForm' | 'badEscape' | 'noOrigin' | 'txtNotUtf8'>

/** The name that is appended to relative names. */
export interface ZoneFileOrigin {
  name: string
  /** The name after a dot, which follows a relative name. */
  suffix: string
  /** True if valid labels before this name always make a valid target, unless the whole name is too long. */
  isSurelyValid: boolean
}

/** The data of a record as in RFC 1035, RFC 3596 and RFC 2782, for the texts of findings. */
export const recordDataExamples: Readonly<Record<RecordType, string>> = {
  A: '192.0.2.1',
  AAAA: '2001:db8::1',
  CNAME: 'host.example.com.',
  MX: '10 mail.example.com.',
  NS: 'ns1.example.com.',
  SRV: '0 5 443 host.example.com.',
  TXT: '"text"',
}

const numbersBeforeTarget = { CNAME: 0, NS: 0, MX: 1, SRV: 3 } as const
const largestUint16 = 0xffff
const longestContent = requestFieldRules.dnsContent.max
const space = 32

/**
 * Reads the tokens of the record data from index `from` into `data`, in the form of the service: names are complete and
 * have no trailing dot, SRV content is `weight port target`, TXT strings are joined. `origin` is null if it is unknown.
 */
export function parseRecordData(
  type: RecordType,
  { text, codes }: TextWithCodeUnits,
  tokens: ZoneFileEntryScanner,
  from: number,
  origin: ZoneFileOrigin | null,
  idna: Idna,
  data: RecordData,
): DataProblem | null {
  data.priority = 0
  data.isSurelyValid = false
  const count = tokens.count - from
  if (count < 1) return 'recordForm'
  if (type === 'TXT') return parseText(text, tokens, from, data)
  const start = tokens.starts[from] as number
  const end = tokens.ends[from] as number
  if (type === 'A' || type === 'AAAA') {
    if (count !== 1 || ((tokens.flags[from] as number) & tokenContentFlags.quoted) !== 0) return 'recordForm'
    data.content = text.slice(start, end)
    data.isSurelyValid = type === 'A' ? isSurelyValidIpv4(codes, start, end) : isSurelyValidIpv6(codes, start, end)
    return null
  }
  const numbers = numbersBeforeTarget[type]
  if (count !== numbers + 1) return 'recordForm'
  let areNumbersSurelyValid = true
  for (let index = 0; index < numbers; index += 1) {
    const numberStart = tokens.starts[from + index] as number
    const numberEnd = tokens.ends[from + index] as number
    const value = parseDigits(codes, numberStart, numberEnd)
    if (value < 0) return 'recordForm'
    if (index === 0) data.priority = value
    areNumbersSurelyValid &&=
      index === 0 ? value <= requestFieldRules.dnsPriority.max : value <= largestUint16 && numberEnd - numberStart <= 5
  }
  const problem = parseTarget(text, codes, tokens, from + numbers, origin, idna, data)
  if (problem !== null) return problem
  data.isSurelyValid &&= areNumbersSurelyValid
  if (type === 'SRV')
    data.content = `${tokenAt(text, tokens, from + 1)} ${tokenAt(text, tokens, from + 2)} ${data.content}`
  return null
}

function tokenAt(text: string, { starts, ends }: ZoneFileEntryScanner, index: number): string {
  return text.slice(starts[index], ends[index])
}

function parseTarget(
  text: string,
  codes: Uint16Array,
  { starts, ends, flags }: ZoneFileEntryScanner,
  index: number,
  origin: ZoneFileOrigin | null,
  idna: Idna,
  data: RecordData,
): DataProblem | null {
  const start = starts[index] as number
  const end = ends[index] as number
  const flag = flags[index] as number
  const isAbsolute = codes[end - 1] === 46
  if (flag === 0 && isAbsolute && isSurelyValidName(codes, start, end - 1, true)) {
    data.content = text.slice(start, end - 1)
    data.isSurelyValid = true
    return null
  }
  if (flag === 0 && origin?.isSurelyValid && isSurelyValidName(codes, start, end, false)) {
    data.content = text.slice(start, end) + origin.suffix
    data.isSurelyValid = data.content.length <= maxHostNameLength
    return null
  }
  if ((flag & tokenContentFlags.quoted) !== 0) return 'recordForm'
  const name = flag === 0 ? text.slice(start, end) : unescapeNameInZoneFile(text.slice(start, end), idna)
  if (name === null) return 'badEscape'
  const absolute = toAbsoluteName(name, origin?.name ?? '\0')
  if (absolute.endsWith('\0')) return 'noOrigin'
  data.content = absolute === '' ? '.' : absolute
  return null
}

function parseText(text: string, tokens: ZoneFileEntryScanner, from: number, data: RecordData): DataProblem | null {
  let joined = tokenAt(text, tokens, from)
  let flag = tokens.flags[from] as number
  for (let index = from + 1; index < tokens.count; index += 1) {
    joined += tokenAt(text, tokens, index)
    flag |= tokens.flags[index] as number
  }
  const { length } = joined
  // Without escapes and tabs, the text contains no quotation marks, and only blanks at its ends need quotation marks.
  const isSurelyValid =
    (flag & ~tokenContentFlags.quoted) === 0 &&
    length > 0 &&
    length <= longestContent &&
    joined.charCodeAt(0) !== space &&
    joined.charCodeAt(length - 1) !== space
  if (isSurelyValid) {
    data.content = joined
    data.isSurelyValid = true
    return null
  }
  const value = unescapeTxtContent(joined)
  if (value === null) return hasInvalidTxtEscape(joined) ? 'badEscape' : 'txtNotUtf8'
  data.content = formatTxtContent(value)
  return null
}
