import { recordTypes, type RecordType } from '#shared/api/dns-record-schemas.ts'
import { fieldRules } from '#shared/api/limits.ts'
import { maxHostNameLength, normalizeHostName } from '#shared/host-name.ts'
import { codesOf, createCodeUnits, type CodeUnits } from './code-units.ts'
import { createZoneFileCollector, type ReadZoneFileOptions } from './collect-zone-file.ts'
import { parseGeneration, type Generation } from './expand-generate.ts'
import { dataForms, parseRecordData, type Origin, type RecordData } from './parse-record-data.ts'
import { parseTtl } from './parse-ttl.ts'
import { isPlainName } from './plain-values.ts'
import { recordTypesOfDns } from './record-types-of-dns.ts'
import { createEntryScanner, tokenFlags } from './scan-entry.ts'
import { createTtlDefaults } from './ttl-defaults.ts'
import type { ZoneFileContent, ZoneFileErrorCode, ZoneFileFinding } from './zone-file-finding-codes.ts'
import { maxNameCharacters, sliceCosts, zoneFileLimits } from './zone-file-limits.ts'
import { toAbsoluteName, toRelativeHost, unescapeName } from './zone-file-names.ts'

/**
 * Reads a zone file (RFC 1035, section 5; RFC 2308, `$TTL`). Every entry gives a record, or a finding that says why
 * not. The generator yields between slices of its work.
 */
export function* readZoneFile(text: string, options: ReadZoneFileOptions): Generator<void, ZoneFileContent> {
  const reader = createZoneFileReader(text, options)
  while (reader.readSlice()) yield
  return reader.finish()
}

function createZoneFileReader(file: string, { domain: zoneName, idna }: ReadZoneFileOptions) {
  const domain = normalizeHostName(zoneName)
  const collector = createZoneFileCollector({ domain, idna })
  const scanner = createEntryScanner()
  const { starts, ends, flags } = scanner
  const ttlDefaults = createTtlDefaults()
  const data: RecordData = { content: '', priority: 0, isPlain: false }
  /** Hosts up to this length have names within the limit of DNS. */
  const maxPlainHost = Math.min(fieldRules.dnsHost.max, maxHostNameLength - domain.length - 1)

  /** The text of the current entry is a part of this one: the file, or an entry that `$GENERATE` made. */
  const fileUnits = createCodeUnits(file)
  let units = fileUnits
  let { text, codes } = units
  let at = file.startsWith('\ufeff') ? 1 : 0
  let entryStart = at
  let entryEnd = at
  let line = 1
  /** What is left of the slice. */
  let left = 0
  let generatedCharacters = 0
  /** The host of the last owner; null if there is none, or if it was not taken. */
  let host: string | null = null
  /** Whether the host surely obeys the record rules. */
  let isHostPlain = false
  /** Null after an invalid `$ORIGIN`. */
  let origin: Origin | null = createOrigin(domain)
  let generating: { generation: Generation; next: number; end: number; line: number } | null = null

  function use(next: CodeUnits): void {
    units = next
    ;({ text, codes } = next)
  }

  const token = (index: number) => text.slice(starts[index], ends[index])

  function find(code: ZoneFileErrorCode | 'commentDamaged', values: ZoneFileFinding['values'] = {}): void {
    left -= sliceCosts.finding
    collector.addFinding(code, { line, text: text.slice(entryStart, entryEnd) }, values)
  }

  /** Reads the next slice of the file. Returns whether more is to be read. */
  function readSlice(): boolean {
    left = sliceCosts.slice
    while (left > 0 && !collector.isStopped) {
      if (generating !== null) generateNext(generating)
      else if (at >= file.length) return false
      else {
        const from = at
        line = scanner.lines + 1
        at = scanner.scan(fileUnits, at)
        left -= at - from
        if (scanner.count === 0 && scanner.problem === null && !scanner.isCommentDamaged) continue
        if (units !== fileUnits) use(fileUnits)
        entryStart = from
        entryEnd = at
        if (scanner.isCommentDamaged) find('commentDamaged')
        readEntry()
      }
    }
    return !collector.isStopped
  }

  function readEntry(): void {
    const { problem, count, isIndented } = scanner
    if (problem === 'entryTooLong' || problem === 'unclosedParenthesis')
      return find(problem, problem === 'entryTooLong' ? { max: zoneFileLimits.entryCharacters } : {})
    if (count === 0) return problem === null ? undefined : find(problem)
    const hasOwner = !isIndented
    if (hasOwner && flags[0] === 0 && codes[starts[0] as number] === 36) {
      if (problem === null) readDirective()
      else find(problem)
      return
    }
    // The owner also counts for following entries if this one is not taken.
    const ownerProblem = hasOwner ? readOwner() : host === null ? 'noOwner' : null
    if (problem !== null) return find(problem)
    if (ownerProblem === 'outsideZone') return find('outsideZone', { name: token(0) })
    if (ownerProblem !== null) return find(ownerProblem)
    readRecord(hasOwner ? 1 : 0, host as string)
  }

  /** Sets the owner from the first token. */
  function readOwner(): 'badEscape' | 'noOrigin' | 'outsideZone' | null {
    const [start, end] = [starts[0] as number, ends[0] as number]
    if (
      flags[0] === 0 &&
      origin?.name === domain &&
      end - start <= maxPlainHost &&
      isPlainName(codes, start, end, false)
    ) {
      host = text.slice(start, end)
      isHostPlain = true
      return null
    }
    host = null
    left -= sliceCosts.checkedCharacter * Math.min(end - start, maxNameCharacters)
    const name = unescapeName(token(0), idna)
    if (name === null) return 'badEscape'
    const absolute = toAbsoluteName(name, origin?.name ?? '\0')
    if (absolute.endsWith('\0')) return 'noOrigin'
    host = toRelativeHost(absolute, domain)
    if (host === null) return 'outsideZone'
    isHostPlain = host === '@' || (host.length <= maxPlainHost && isPlainName(codesOf(host), 0, host.length, false))
    return null
  }

  /** Reads TTL, class, type and data from the token of this index. TTL and class may come in either order. */
  function readRecord(from: number, recordHost: string): void {
    let index = from
    let ttl: number | null = null
    let dnsClass: string | null = null
    let type: RecordType | null = null
    for (; index < scanner.count && flags[index] === 0; index += 1) {
      const first = codes[starts[index] as number] as number
      if (first >= 48 && first <= 57) {
        if (ttl !== null) break
        ttl = ttlAt(index)
        if (ttl === null) break
      } else {
        const key = shortNameKey(codes, starts[index] as number, ends[index] as number)
        if (key === classInKey && dnsClass === null) {
          dnsClass = 'IN'
          continue
        }
        type = typeOfKey(key)
        if (type !== null || dnsClass !== null) break
        dnsClass = readClass(token(index))
        if (dnsClass === null) break
      }
    }
    ttlDefaults.note(ttl)
    if (dnsClass !== null && dnsClass !== 'IN') return find('otherClass', { class: dnsClass })
    if (index === scanner.count) return find('noType')
    const isGeneric = (flags[index + 1] as number) === tokenFlags.escape && token(index + 1) === '\\#'
    if (type === null || (isGeneric && index + 1 < scanner.count))
      return findUnsupported(token(index).toUpperCase(), ttl, isGeneric)
    const problem = parseRecordData(type, units, scanner, index + 1, origin, idna, data)
    if (problem === 'recordForm') return find('recordForm', { type, form: dataForms[type] })
    if (problem !== null) return find(problem)
    takeRecord(type, recordHost, isHostPlain && data.isPlain, ttl ?? ttlDefaults.assume(line))
  }

  function ttlAt(index: number): number | null {
    return parseTtl(codes, starts[index] as number, ends[index] as number)
  }

  function takeRecord(type: RecordType, host: string, isPlain: boolean, ttl: number): void {
    const { content, priority } = data
    const { dnsTtl } = fieldRules
    const mayPointToItself = type === 'CNAME' && content.length === domain.length + (host === '@' ? 0 : host.length + 1)
    if (isPlain && ttl >= dnsTtl.min && ttl <= dnsTtl.max && !mayPointToItself)
      collector.addPlainRecord({ type, host, content, ttl, priority, line })
    else {
      left -= sliceCosts.finding + sliceCosts.checkedCharacter * (host.length + content.length)
      collector.addRecord({ type, host, content, ttl, priority }, { line, text: text.slice(entryStart, entryEnd) })
    }
  }

  function findUnsupported(type: string, ttl: number | null, isGeneric: boolean): void {
    if (type === 'SOA' && !isGeneric) {
      if (ttl === null) ttlDefaults.setFromSoa(ttlAt(scanner.count - 1))
      return find('soa')
    }
    if (/^TYPE\d{1,5}$/.test(type)) return find('genericType', { type })
    if (!recordTypesOfDns.has(type)) return find('unknownType', { type: type.slice(0, maxTypeShown) })
    find(isGeneric ? 'genericData' : 'unsupportedType', { type })
  }

  function readDirective(): void {
    const directive = token(0).toUpperCase()
    switch (directive) {
      case '$ORIGIN': {
        const name = scanner.count === 2 ? unescapeName(token(1), idna) : null
        const absolute = name === null ? null : toAbsoluteName(name, origin?.name ?? '\0')
        const isUsable = absolute !== null && !absolute.endsWith('\0') && absolute.length <= maxNameCharacters
        origin = isUsable ? createOrigin(absolute.toLowerCase() === domain ? domain : absolute) : null
        if (origin === null) find('directiveForm', { directive, form: '$ORIGIN example.com.' })
        return
      }
      case '$TTL': {
        const ttl = scanner.count === 2 ? ttlAt(1) : null
        ttlDefaults.setDefault(ttl)
        if (ttl === null) find('directiveForm', { directive, form: '$TTL 3600' })
        return
      }
      case '$INCLUDE':
        return find('includeRefused')
      case '$GENERATE':
        return readGenerate()
      default:
        return find('unknownDirective', { directive: directive.slice(0, maxTypeShown) })
    }
  }

  function readGenerate(): void {
    const { count } = scanner
    const generation =
      count >= 5 || count === 4
        ? parseGeneration(
            token(1),
            text.slice(starts[2], (ends[count - 1] as number) + ((flags[count - 1] as number) & 1)),
          )
        : null
    if (generation === null) return find('generateForm', { form: '$GENERATE 1-9 host-$ A 192.0.2.$' })
    const max = zoneFileLimits.generatedByOne
    if (generation.count > max) return find('generateTooMany', { n: generation.count, max })
    generating = { generation, next: 0, end: at, line }
  }

  /** Reads the next entry of a `$GENERATE`. */
  function generateNext(run: { generation: Generation; next: number; end: number; line: number }): void {
    const lines = scanner.lines
    const entry = run.generation.entryAt(run.next)
    run.next += 1
    if (run.next === run.generation.count) generating = null
    if (entry === null) {
      find('generateForm', { form: '$GENERATE 1-9 host-$ A 192.0.2.$' })
      generating = null
      return
    }
    left -= entry.length
    generatedCharacters += entry.length
    if (generatedCharacters > zoneFileLimits.generatedCharacters)
      return find('generatedTooMuch', { max: zoneFileLimits.generatedCharacters })
    use(createCodeUnits(entry))
    entryStart = 0
    entryEnd = scanner.scan(units, 0)
    scanner.lines = lines
    readEntry()
  }

  return {
    readSlice,
    finish() {
      for (const { code, line, values } of ttlDefaults.findings())
        collector.addFinding(code, { line, text: '' }, values)
      return collector.finish()
    },
  }
}

function createOrigin(name: string): Origin {
  return { name, isPlain: isPlainName(codesOf(name), 0, name.length, true) }
}

const typeKeys = recordTypes.map((type) => shortNameKey(codesOf(type), 0, type.length))
const classInKey = shortNameKey(codesOf('IN'), 0, 2)
const maxTypeShown = 20

/** The class that the token names; null if it names none. CLASS1 is IN (RFC 3597). */
function readClass(token: string): string | null {
  const name = token.toUpperCase()
  return name === 'CLASS1' ? 'IN' : /^(?:CH|HS|CS|NONE|CLASS\d{1,5})$/.test(name) ? name : null
}

/** The type whose name has this key; null if the service has no such type. */
function typeOfKey(key: number): RecordType | null {
  for (let index = 0; index < typeKeys.length; index += 1)
    if (typeKeys[index] === key) return recordTypes[index] as RecordType
  return null
}

/** A number for a name of one to five letters in either case; 0 for any other text. */
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
