import type { RecordsAndFindings } from '#shared/dns/records-files/records-and-findings.ts'
import { listRefusedLines } from '#shared/dns/records-files/list-refused-lines.ts'
import { parseCsvZone } from '#shared/dns/records-files/parse-csv-zone.ts'
import { parseJsonZone } from '#shared/dns/records-files/parse-json-zone.ts'
import { parseZoneFile } from '#shared/dns/records-files/parse-zone-file.ts'
import type { PlannedDomainFinding, PlanFileLineFinding, PlanSource } from '#shared/ipc/domain-change-plans.ts'
import { runYieldingToEventLoop } from '#main/event-loop/chunked-work.ts'
import { idna } from '#main/node-idna.ts'
import type { DomainRef } from '#shared/ipc/domain-reading.ts'
import { emptyDomainEdit } from './domain-edit-schema.ts'
import { createDomainSettingFinding } from './plan-domain-setting-changes.ts'
import type { RequestedDomainEdit } from './requested-domain-edit.ts'

const readers = { zone: parseZoneFile, csv: parseCsvZone, json: parseJsonZone }

/**
 * Reads the file as the zone of each domain. The line findings are those of the first domain. The other domains state
 * only which entries they cannot use in addition. A file that is refused as a whole changes nothing.
 */
export async function parseZoneFileIntoEdits(
  { format, text, mode }: Extract<PlanSource, { kind: 'zone_file' }>,
  domains: readonly DomainRef[],
): Promise<{ domains: RequestedDomainEdit[]; lineFindings: PlanFileLineFinding[] }> {
  const planned: RequestedDomainEdit[] = []
  let lineFindings: PlanFileLineFinding[] | null = null
  for (const { accountId, name } of domains) {
    const content = await runYieldingToEventLoop(readers[format](text, { domain: name, idna }))
    lineFindings ??= content.findings.map(({ line, text: shown, code, severity, values }) => ({
      line,
      text: shown,
      code,
      severity,
      values,
    }))
    const records = content.records.map(({ type, host, content: value, ttl, priority }) => ({
      type,
      host,
      content: value,
      ttl,
      priority,
    }))
    const sourceFindings = findEntriesUnusedOnlyHere(content, lineFindings)
    const usesFile = content.isComplete && sourceFindings.every(({ severity }) => severity === 'warning')
    planned.push({
      accountId,
      name,
      edit: { ...emptyDomainEdit, zone: usesFile ? { kind: 'import', mode, records } : null },
      sourceFindings,
    })
  }
  return { domains: planned, lineFindings: lineFindings ?? [] }
}

/** `firstFindings`: those of the first domain. The user has seen them. */
function findEntriesUnusedOnlyHere(
  { records, findings, isComplete }: RecordsAndFindings,
  firstFindings: readonly PlanFileLineFinding[],
): PlannedDomainFinding[] {
  const seenLines = new Set(listRefusedLines(firstFindings))
  const unused = findings.filter(({ line, severity }) => severity === 'error' && !seenLines.has(line))
  const [first] = unused
  if (!first) return []
  if (!isComplete || records.length === 0) return [createDomainSettingFinding('fileHasNoRecordForDomain', 'error')]
  return [
    createDomainSettingFinding('fileRecordsNotUsed', 'warning', {
      values: { n: listRefusedLines(unused).length, text: first.text },
    }),
  ]
}
