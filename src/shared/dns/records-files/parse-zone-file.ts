import type { RecordType } from '#shared/api/dns-record-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { normalizeHostName } from '#shared/host-name.ts'
import {
  createTextWithCodeUnits,
  createFileTextWindow,
  moveFileTextWindowToEntry,
  type TextWithCodeUnits,
} from './moving-file-text-window.ts'
import { createRecordsAndFindingsCollector, type ParseRecordsFileOptions } from './records-and-findings-collector.ts'
import type { GeneratedEntries } from './parse-generate-directive.ts'
import { createRecordOwnerParser } from './record-owner-parser.ts'
import { createZoneFileOrigin, generateDirectiveExample, parseZoneFileDirective } from './parse-zone-file-directive.ts'
import { recordDataExamples, parseRecordData, type ZoneFileOrigin, type RecordData } from './parse-record-data.ts'
import { parseTtl } from './parse-ttl.ts'
import { parseTtlClassAndType, type TtlClassAndType } from './parse-ttl-class-and-type.ts'
import { ianaRecordTypes } from './iana-record-type-names.ts'
import { createZoneFileEntryScanner, tokenContentFlags } from './zone-file-entry-scanner.ts'
import { createMissingTtlResolver } from './missing-ttl-resolver.ts'
import type { RecordsAndFindings, RecordsFileFinding } from './records-and-findings.ts'
import type { RecordsFileErrorCode } from './records-file-finding-codes.ts'
import { maxTypeLengthInFinding, recordsFileParserWorkUnits, recordsFileLimits } from './records-file-limits.ts'

const { min: leastTtl, max: largestTtl } = requestFieldRules.dnsTtl

/**
 * Reads a zone file (RFC 1035, section 5; RFC 2308, `$TTL`). Every entry gives a record, or a finding that says why
 * not. The generator yields between slices of its work.
 */
export function* parseZoneFile(text: string, options: ParseRecordsFileOptions): Generator<void, RecordsAndFindings> {
  const reader = createZoneFileReader(text, options)
  while (reader.readSlice()) yield
  return reader.finish()
}

function createZoneFileReader(file: string, { domain: zoneName, idna }: ParseRecordsFileOptions) {
  const domain = normalizeHostName(zoneName)
  const collector = createRecordsAndFindingsCollector({ domain, idna })
  const scanner = createZoneFileEntryScanner()
  const { starts, ends, flags } = scanner
  const ttlDefaults = createMissingTtlResolver()
  const owner = createRecordOwnerParser(domain, idna)
  const header: TtlClassAndType = { ttl: null, dnsClass: null, type: null, end: 0 }
  const data: RecordData = { content: '', priority: 0, isSurelyValid: false }

  const window = createFileTextWindow(file)
  /** Holds the current entry: the window of the file, or an entry that `$GENERATE` made. */
  let units: TextWithCodeUnits = window
  let at = file.startsWith('\ufeff') ? 1 : 0
  let entryStart = at
  let entryEnd = at
  let line = 1
  /** Work units that are left in the slice. */
  let left = 0
  let generatedCharacters = 0
  /** Null after an invalid `$ORIGIN`. */
  let origin: ZoneFileOrigin | null = createZoneFileOrigin(domain)
  let generating: { generation: GeneratedEntries; next: number } | null = null

  const token = (index: number) => units.text.slice(starts[index], ends[index])
  const entryText = () => units.text.slice(entryStart, entryEnd)

  function find(code: RecordsFileErrorCode | 'commentDamaged', values: RecordsFileFinding['values'] = {}): void {
    left -= recordsFileParserWorkUnits.finding
    collector.addFinding(code, { line, text: entryText() }, values)
  }

  /** Reads the next slice of the file. Returns whether more is to be read. */
  function readSlice(): boolean {
    left = recordsFileParserWorkUnits.slice
    while (left > 0 && !collector.isStopped) {
      if (generating !== null) {
        generateNext(generating)
        continue
      }
      const from = moveFileTextWindowToEntry(window, at)
      if (from === window.text.length) return false
      line = scanner.lines + 1
      at = scanner.scan(window, from)
      left -= at - from
      if (scanner.count === 0 && scanner.problem === null && !scanner.isCommentDamaged) continue
      units = window
      entryStart = from
      entryEnd = at
      if (scanner.isCommentDamaged) find('commentDamaged')
      readEntry()
    }
    return !collector.isStopped
  }

  function readEntry(): void {
    const { problem, count, isIndented } = scanner
    if (problem === 'entryTooLong' || problem === 'unclosedParenthesis')
      return find(problem, problem === 'entryTooLong' ? { max: recordsFileLimits.entryCharacters } : {})
    if (count === 0) return problem === null ? undefined : find(problem)
    const hasOwner = !isIndented
    if (hasOwner && flags[0] === 0 && units.codes[starts[0] as number] === 36) {
      if (problem === null) readDirective()
      else find(problem)
      return
    }
    // The owner also counts for following entries if this one is not taken.
    const ownerProblem = hasOwner ? readOwner() : owner.host === null ? 'noOwner' : null
    if (problem !== null) return find(problem)
    if (ownerProblem === 'outsideZone') return find('outsideZone', { name: token(0) })
    if (ownerProblem !== null) return find(ownerProblem)
    readRecord(hasOwner ? 1 : 0, owner.host as string)
  }

  function readOwner() {
    const problem = owner.read(units, scanner, origin)
    left -= owner.cost
    return problem
  }

  /** Reads the record whose TTL, class, type and data begin at the token of this index. */
  function readRecord(from: number, host: string): void {
    parseTtlClassAndType(units, scanner, from, header)
    const { ttl, dnsClass, type, end: index } = header
    ttlDefaults.recordStatedTtl(ttl)
    if (dnsClass !== null && dnsClass !== 'IN') return find('otherClass', { class: dnsClass })
    if (index === scanner.count) return find('noType')
    const isGeneric = (flags[index + 1] as number) === tokenContentFlags.escape && token(index + 1) === '\\#'
    if (type === null || (isGeneric && index + 1 < scanner.count))
      return findUnsupported(token(index).toUpperCase(), ttl, isGeneric)
    const problem = parseRecordData(type, units, scanner, index + 1, origin, idna, data)
    if (problem === 'recordForm') return find('recordForm', { type, form: recordDataExamples[type] })
    if (problem !== null) return find(problem)
    takeRecord(type, host, owner.isSurelyValid && data.isSurelyValid, ttl)
  }

  function takeRecord(type: RecordType, host: string, isSurelyValid: boolean, statedTtl: number | null): void {
    const { content, priority } = data
    const ttl = statedTtl ?? ttlDefaults.ttlForRecordWithout()
    const mayPointToItself = type === 'CNAME' && content.length === domain.length + (host === '@' ? 0 : host.length + 1)
    let isUsed: boolean
    if (isSurelyValid && ttl >= leastTtl && ttl <= largestTtl && !mayPointToItself)
      isUsed = collector.addSurelyValidRecord({ type, host, content, ttl, priority, line }, entryText)
    else {
      left -=
        recordsFileParserWorkUnits.finding +
        recordsFileParserWorkUnits.checkedCharacter * (host.length + content.length)
      isUsed = collector.addRecord({ type, host, content, ttl, priority }, { line, text: entryText() })
    }
    if (isUsed && statedTtl === null) ttlDefaults.countRecordWithout(line)
  }

  function findUnsupported(type: string, ttl: number | null, isGeneric: boolean): void {
    if (type === 'SOA' && !isGeneric) {
      if (ttl === null) ttlDefaults.setFromSoa(readSoaMinimum())
      return find('soa')
    }
    if (/^TYPE\d{1,5}$/.test(type)) return find('genericType', { type })
    if (!ianaRecordTypes.has(type)) return find('unknownType', { type: type.slice(0, maxTypeLengthInFinding) })
    find(isGeneric ? 'genericData' : 'unsupportedType', { type })
  }

  function readSoaMinimum(): number | null {
    const last = scanner.count - 1
    return parseTtl(units.codes, starts[last] as number, ends[last] as number)
  }

  function readDirective(): void {
    const directive = parseZoneFileDirective(units, scanner, { domain, origin, idna })
    if (directive.origin !== undefined) origin = directive.origin
    if (directive.ttl !== undefined) ttlDefaults.setDefault(directive.ttl)
    if (directive.generation) generating = { generation: directive.generation, next: 0 }
    if (directive.problem) find(directive.problem.code, directive.problem.values)
  }

  /** Reads the next entry of a `$GENERATE`. */
  function generateNext(run: { generation: GeneratedEntries; next: number }): void {
    const lines = scanner.lines
    const entry = run.generation.entryAt(run.next)
    run.next += 1
    if (run.next === run.generation.count) generating = null
    if (entry === null) {
      find('generateForm', { form: generateDirectiveExample })
      generating = null
      return
    }
    left -= entry.length
    generatedCharacters += entry.length
    if (generatedCharacters > recordsFileLimits.generatedCharacters)
      return find('generatedTooMuch', { max: recordsFileLimits.generatedCharacters })
    units = createTextWithCodeUnits(entry)
    entryStart = 0
    entryEnd = scanner.scan(units, 0)
    scanner.lines = lines
    readEntry()
  }

  return {
    readSlice,
    finish() {
      for (const { code, line, values } of ttlDefaults.listFindings())
        collector.addFinding(code, { line, text: '' }, values)
      return collector.finish()
    },
  }
}
