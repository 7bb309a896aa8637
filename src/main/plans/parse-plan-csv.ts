import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { fieldRules } from '#shared/api/limits.ts'
import { whoisFieldNames, type WhoisFieldName } from '#shared/api/whois-rules.ts'
import { removeFormulaGuard } from '#shared/csv/csv-cell.ts'
import { scanCsvRow } from '#shared/csv/scan-csv-row.ts'
import { usesPriority } from '#shared/dns/dns-record.ts'
import { normalizeNameservers } from '#shared/dns/nameserver-rules.ts'
import { normalizeRecordInput } from '#shared/dns/record-rules.ts'
import type { RecordDraft } from '#shared/ipc/dns.ts'
import type { PlanLineFinding, RecordOperation } from '#shared/ipc/plans.ts'
import { parseDomainNames } from '#shared/parse-domain-names.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { idna } from '#main/idna.ts'
import { emptyEdit, type DomainEdit } from './domain-edit.ts'

/** The lines of one domain. */
export interface CsvDomain {
  /** Punycode. */
  name: string
  /** The first line of the domain; the first line of the file is 1. */
  line: number
  text: string
  edit: DomainEdit
}

export interface ParsedPlanCsv {
  domains: CsvDomain[]
  findings: PlanLineFinding[]
}

const columns = ['domain', 'what', 'value'] as const
const maxRowLength = 10_000
const maxShownLength = 200
const rowsAtOnce = 500

/**
 * Reads a CSV file of changes. Each line has a domain, what to change, and the value:
 *
 * | what | value |
 * |---|---|
 * | `nameservers` | names, separated by blanks |
 * | `lock`, `whois_privacy` | `on` or `off` |
 * | `whois_` and a Whois field, as in `whois_city` | the text |
 * | `add` | host, TTL (optional), type and content, as in `www 3600 A 192.0.2.1` or `@ MX 10 mail.example.com` |
 * | `remove` | host, type and content; without content, every record of the type at the host |
 *
 * A first line with the names of the columns, empty lines, and lines that begin with `#` are skipped. A line that
 * cannot be read is a finding; the others count.
 */
export async function parsePlanCsv(text: string, leavesOutOneWayLocks: boolean): Promise<ParsedPlanCsv> {
  const domains = new Map<string, CsvDomain>()
  const findings: PlanLineFinding[] = []
  let line = 1
  let rows = 0
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from < text.length; rows += 1) {
    if (rows % rowsAtOnce === rowsAtOnce - 1) await yieldToEventLoop()
    const row = scanCsvRow(text, from, maxRowLength)
    const shown = text.slice(from, Math.min(row.next, from + maxShownLength)).trimEnd()
    const tell: TellProblem = (code, values = {}) =>
      void findings.push({ line, text: shown, code, severity: 'error', values })
    if (row.problem === null) readRow(row.cells, { line, text: shown }, domains, tell, leavesOutOneWayLocks)
    else tell(rowProblems[row.problem], { max: maxRowLength })
    if (row.next === from) break
    from = row.next
    line += Math.max(1, row.lines)
    // The end of a row that is too long or has an open quotation mark cannot be found.
    if (row.problem === 'tooLong' || row.problem === 'unclosedQuote') break
  }
  return { domains: [...domains.values()], findings }
}

const rowProblems = {
  unclosedQuote: 'csvUnclosedQuote',
  textAfterQuote: 'csvTextAfterQuote',
  tooLong: 'csvTooLong',
} as const

type TellProblem = (code: PlanLineFinding['code'], values?: PlanLineFinding['values']) => void

function readRow(
  row: readonly string[],
  place: Pick<CsvDomain, 'line' | 'text'>,
  domains: Map<string, CsvDomain>,
  tell: TellProblem,
  leavesOutOneWayLocks: boolean,
): void {
  const cells = row.map((cell) => removeFormulaGuard(cell).trim())
  const last = cells.findLastIndex((cell) => cell !== '')
  const isHeading = place.line === 1 && columns.every((name, index) => cells[index]?.toLowerCase() === name)
  if (last === -1 || cells[0]?.startsWith('#') || isHeading) return
  if (last > 2) return tell('csvTooManyColumns', { max: columns.length })
  if (cells.length < 2) return tell('csvTooFewColumns', { min: columns.length })
  const [typed = '', what = '', value = ''] = cells
  const name = parseDomainNames([typed], [], idna)[0]?.name ?? null
  if (name === null) return tell('csvDomain', { domain: typed })
  const earlier = domains.get(name)
  const edit = addToEdit(earlier?.edit ?? emptyEdit, what.toLowerCase(), value, tell, leavesOutOneWayLocks)
  if (edit) domains.set(name, { name, ...(earlier ?? place), edit })
}

/** The edit with one more line; null when the line has a problem, which `tell` gets. */
function addToEdit(
  edit: DomainEdit,
  what: string,
  value: string,
  tell: TellProblem,
  leavesOutOneWayLocks: boolean,
): DomainEdit | null {
  const problem = (...given: Parameters<TellProblem>) => {
    tell(...given)
    return null
  }
  const isWhoisField = what.startsWith('whois_') && what !== 'whois_privacy'
  const field = isWhoisField ? whoisFieldNames.find((known) => what === `whois_${known}`) : undefined
  if (!(isWhoisField ? field !== undefined : whats.includes(what)))
    return problem('csvWhat', { what, known: whats.join(', ') })
  if (field) return addWhoisField(edit, field, value) ?? problem('csvSetTwice', { what })
  if (value === '') return problem('csvValueMissing', { what })
  if (what === 'add' || what === 'remove') {
    const operation = parseRecordLine(what, value)
    if ('code' in operation) return problem(operation.code, operation.values)
    const operations = edit.zone?.kind === 'operations' ? edit.zone.operations : []
    return { ...edit, zone: { kind: 'operations', operations: [...operations, operation] } }
  }
  if (what === 'nameservers')
    return edit.nameservers === null
      ? { ...edit, nameservers: normalizeNameservers(value.split(/[\s,;]+/), idna) }
      : problem('csvSetTwice', { what })
  const isOn = { on: true, off: false }[value.toLowerCase()]
  if (isOn === undefined) return problem('csvOnOff', { value })
  if (what === 'lock')
    return edit.lock === null
      ? { ...edit, lock: { locked: isOn, leavesOutOneWay: leavesOutOneWayLocks } }
      : problem('csvSetTwice', { what })
  return edit.whois?.whois_privacy === undefined
    ? { ...edit, whois: { ...edit.whois, whois_privacy: isOn } }
    : problem('csvSetTwice', { what })
}

const whats: readonly string[] = ['nameservers', 'lock', 'whois_privacy', 'add', 'remove']

function addWhoisField(edit: DomainEdit, field: WhoisFieldName, value: string): DomainEdit | null {
  if (edit.whois?.fields?.[field] !== undefined) return null
  return { ...edit, whois: { ...edit.whois, fields: { ...edit.whois?.fields, [field]: value } } }
}

type LineProblem = Pick<PlanLineFinding, 'code' | 'values'>

/** A record in one value: host, TTL, type, and the rest is the content. The priority stands before the content. */
function parseRecordLine(what: 'add' | 'remove', value: string): RecordOperation | LineProblem {
  const wrongForm: LineProblem = { code: 'csvRecordForm', values: { value } }
  const [, host, ttlText, typed, rest = ''] = /^(\S+)\s+(?:(\d+)\s+)?([A-Za-z]+)(?:\s+(.*))?$/su.exec(value) ?? []
  if (host === undefined || typed === undefined) return wrongForm
  const type = recordTypes.find((known) => known === typed.toUpperCase())
  if (!type) return { code: 'csvRecordType', values: { type: typed, known: recordTypes.join(', ') } }
  const [, priorityText, target = ''] = (usesPriority(type) ? /^(\d{1,5})\s+(.*)$/su.exec(rest) : null) ?? []
  const content = priorityText === undefined ? rest : target
  if (what === 'remove') {
    if (ttlText !== undefined) return wrongForm
    const { host: normalHost, content: normalContent } = normalizeRecordInput(
      { type, host, content, ttl: null, priority: null },
      idna,
    )
    return { kind: 'remove_record', type, host: normalHost, ...(normalContent !== '' && { content: normalContent }) }
  }
  if (content === '' || (usesPriority(type) && priorityText === undefined)) return wrongForm
  const record: RecordDraft = {
    type,
    host,
    content,
    ttl: ttlText === undefined ? fieldRules.dnsTtl.default : Number(ttlText),
    priority: priorityText === undefined ? fieldRules.dnsPriority.default : Number(priorityText),
  }
  return { kind: 'add_record', record: normalizeRecordInput(record, idna) }
}
