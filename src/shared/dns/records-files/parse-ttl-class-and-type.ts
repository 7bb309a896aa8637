import { recordTypes, type RecordType } from '#shared/api/dns-record-schemas.ts'
import { createTextWithCodeUnits, type TextWithCodeUnits } from './moving-file-text-window.ts'
import { parseTtl } from './parse-ttl.ts'
import type { ZoneFileEntryScanner } from './zone-file-entry-scanner.ts'

/** The fields between the owner and the data of a record, reused for every record. */
export interface TtlClassAndType {
  /** Null if the record states none. */
  ttl: number | null
  /** Null if the record states none. */
  dnsClass: string | null
  /** Null if the token at `end` names no type of the service. */
  type: RecordType | null
  /** The index of the type's token; the number of tokens if the entry ends before. */
  end: number
}

/** Reads TTL, class and type from the token of index `from` into `header`. TTL and class may come in either order. */
export function parseTtlClassAndType(
  { text, codes }: TextWithCodeUnits,
  { starts, ends, flags, count }: ZoneFileEntryScanner,
  from: number,
  header: TtlClassAndType,
): void {
  let index = from
  let ttl: number | null = null
  let dnsClass: string | null = null
  let type: RecordType | null = null
  for (; index < count && flags[index] === 0; index += 1) {
    const start = starts[index] as number
    const end = ends[index] as number
    const first = codes[start] as number
    if (first >= 48 && first <= 57) {
      if (ttl !== null) break
      ttl = parseTtl(codes, start, end)
      if (ttl === null) break
    } else {
      const key = shortNameKey(codes, start, end)
      if (key === classInKey && dnsClass === null) {
        dnsClass = 'IN'
        continue
      }
      type = typeOfKey(key)
      if (type !== null || dnsClass !== null) break
      dnsClass = readClass(text.slice(start, end))
      if (dnsClass === null) break
    }
  }
  header.ttl = ttl
  header.dnsClass = dnsClass
  header.type = type
  header.end = index
}

const typeKeys = recordTypes.map((type) => shortNameKey(createTextWithCodeUnits(type).codes, 0, type.length))
const classInKey = shortNameKey(createTextWithCodeUnits('IN').codes, 0, 2)

/** Returns the class that the token names; null if it names none. CLASS1 is IN (RFC 3597). */
function readClass(token: string): string | null {
  const name = token.toUpperCase()
  return name === 'CLASS1' ? 'IN' : /^(?:CH|HS|CS|NONE|CLASS\d{1,5})$/.test(name) ? name : null
}

/** Returns the type whose name has this key; null if the service has no such type. */
function typeOfKey(key: number): RecordType | null {
  for (let index = 0; index < typeKeys.length; index += 1)
    if (typeKeys[index] === key) return recordTypes[index] as RecordType
  return null
}

/** Returns a number for a name of one to five letters in either case; 0 for any other text. */
function shortNameKey(codes: Uint16Array, from: number, to: number): number {
  if (to - from > 5) return 0
  let key = 0
  for (let at = from; at < to; at += 1) {
    const code = (codes[at] as number) | 32
    if (code < 97 || code > 122) return 0
    key = key * 32 + code - 96
  }
  return key
}
