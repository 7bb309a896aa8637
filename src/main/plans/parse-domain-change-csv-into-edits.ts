import { matchCsvDomains, type GoneDomainName } from '#shared/domain-change-csv/match-csv-domains.ts'
import { findSupersededCsvLines } from '#shared/domain-change-csv/find-superseded-csv-lines.ts'
import { parseDomainChangeCsv, type DomainChangeCsvLine } from '#shared/domain-change-csv/parse-domain-change-csv.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { PlanFileLineFinding, PlanSource } from '#shared/ipc/domain-change-plans.ts'
import { forEachChunk, runYieldingToEventLoop } from '#main/event-loop/chunked-work.ts'
import { idna } from '#main/node-idna.ts'
import type { DomainRef } from '#shared/ipc/domain-reading.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { emptyDomainEdit, type DomainEdit, type ZoneOperation } from './domain-edit-schema.ts'
import type { RequestedDomainEdit, FileLineOfSetting, FileLineOfZoneOperation } from './requested-domain-edit.ts'

const domainsAtOnce = 500

/** Returns the edits that a CSV file asks for, by domain. `selected`: limits the domains; empty: all domains. */
export async function parseDomainChangeCsvIntoEdits(
  { inventory }: { inventory: Pick<InventoryStore, 'findDomains' | 'findGoneDomains'> },
  { text, includesOneWayLocks }: Extract<PlanSource, { kind: 'csv' }>,
  selected: readonly DomainRef[],
): Promise<{ domains: RequestedDomainEdit[]; lineFindings: PlanFileLineFinding[] }> {
  const { lines, findings } = await runYieldingToEventLoop(parseDomainChangeCsv(text, idna))
  const known = [...selected]
  const gone: GoneDomainName[] = []
  if (selected.length === 0)
    await forEachChunk([...new Set(lines.map(({ domain }) => domain))], domainsAtOnce, (names) => {
      known.push(...inventory.findDomains(names))
      gone.push(...inventory.findGoneDomains(names))
    })
  const matched = await runYieldingToEventLoop(matchCsvDomains(lines, known, selected.length > 0, gone))
  const domains: RequestedDomainEdit[] = []
  await forEachChunk(matched.domains, domainsAtOnce, (chunk) => {
    for (const { accountId, name, lines: own } of chunk)
      domains.push({ accountId, name, ...buildDomainEditFromCsvLines(own, !includesOneWayLocks) })
  })
  const superseded = await runYieldingToEventLoop(findSupersededLinesOfDomains(matched.domains))
  const lineFindings = [...findings, ...matched.findings, ...superseded]
  return { domains, lineFindings: lineFindings.sort((one, other) => one.line - other.line) }
}

function* findSupersededLinesOfDomains(
  domains: readonly { lines: readonly DomainChangeCsvLine[] }[],
): Generator<void, PlanFileLineFinding[]> {
  const findings: PlanFileLineFinding[] = []
  for (const [position, { lines }] of domains.entries()) {
    if (position % domainsAtOnce === domainsAtOnce - 1) yield
    for (const { line: found, code, other } of yield* findSupersededCsvLines(lines)) {
      const { line, text } = found
      findings.push({ line, text, code, severity: 'warning', values: { other: other.line } })
    }
  }
  return findings
}

export function buildDomainEditFromCsvLines(
  lines: readonly DomainChangeCsvLine[],
  leavesOutOneWayLocks: boolean,
): Required<Pick<RequestedDomainEdit, 'edit' | 'recordLines' | 'settingLines'>> {
  const edit: DomainEdit = { ...emptyDomainEdit }
  const operations = createOperations()
  const recordLines: FileLineOfZoneOperation[] = []
  const settingLines: FileLineOfSetting[] = []
  for (const { change, line, text } of lines) {
    if (isChangeOfSetting(change)) settingLines.push({ line, text, change })
    switch (change.kind) {
      case 'nameservers':
        edit.nameservers = change.nameservers
        break
      case 'lock':
        edit.lock = { locked: change.isOn, leavesOutOneWayLocks }
        break
      case 'whois_privacy':
        edit.whois = { ...edit.whois, whois_privacy: change.isOn }
        break
      case 'whois_field':
        edit.whois = { ...edit.whois, fields: { ...edit.whois?.fields, [change.field]: change.value } }
        break
      default:
        if (expectsRecords(change)) recordLines.push({ line, text, operation: operations.list.length })
        operations.add(change)
    }
  }
  if (operations.list.length > 0) edit.zone = { kind: 'operations', operations: operations.list }
  return { edit, recordLines, settingLines }
}

function isChangeOfSetting(change: DomainChangeCsvLine['change']): change is FileLineOfSetting['change'] {
  return ['nameservers', 'lock', 'whois_privacy', 'whois_field'].includes(change.kind)
}

function expectsRecords(change: RecordChangeOfCsv): boolean {
  return change.kind === 'remove' || (change.kind === 'ttl' && (change.type !== null || change.host !== null))
}

type RecordChangeOfCsv = Extract<DomainChangeCsvLine['change'], { kind: 'add' | 'replace' | 'remove' | 'ttl' }>

function createOperations() {
  const list: ZoneOperation[] = []
  /** Lines for the same host and type are one operation, because each one would remove the records of the others. */
  const replacements = new Map<string, Extract<ZoneOperation, { kind: 'replace_records' }>>()

  function add(change: RecordChangeOfCsv): void {
    switch (change.kind) {
      case 'add': {
        const { kind: _, ttl, ...record } = change
        list.push({ kind: 'add_record', record: { ...record, ttl: ttl ?? requestFieldRules.dnsTtl.default } })
        break
      }
      case 'replace': {
        const { type, host, content, ttl, priority } = change
        const key = `${type} ${host.toLowerCase()}`
        const operation = replacements.get(key) ?? { kind: 'replace_records', type, host, values: [] }
        operation.values.push({ content, ttl, priority })
        if (!replacements.has(key)) list.push(operation)
        replacements.set(key, operation)
        break
      }
      case 'remove': {
        const { type, host, content } = change
        list.push({ kind: 'remove_record', type, host, ...(content !== null && { content }) })
        break
      }
      case 'ttl': {
        const { ttl, type, host } = change
        list.push({ kind: 'set_ttl', ttl, ...(type !== null && { type }), ...(host !== null && { host }) })
        break
      }
    }
  }

  return { list, add }
}
