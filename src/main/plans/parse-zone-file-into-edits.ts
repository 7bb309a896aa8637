import { parseCsvZone } from '#shared/dns/records-files/parse-csv-zone.ts'
import { parseJsonZone } from '#shared/dns/records-files/parse-json-zone.ts'
import { parseZoneFile } from '#shared/dns/records-files/parse-zone-file.ts'
import type { PlanFileLineFinding, PlanSource } from '#shared/ipc/domain-change-plans.ts'
import { runYieldingToEventLoop } from '#main/event-loop/chunked-work.ts'
import { idna } from '#main/node-idna.ts'
import type { DomainRef } from '#shared/ipc/domain-reading.ts'
import { emptyDomainEdit, type DomainEdit } from './domain-edit-schema.ts'

const readers = { zone: parseZoneFile, csv: parseCsvZone, json: parseJsonZone }

/**
 * Reads the file as the zone of each domain. The findings are those of the first domain, because the findings of the
 * others are nearly equal. A file that is refused as a whole changes nothing.
 */
export async function parseZoneFileIntoEdits(
  { format, text, mode }: Extract<PlanSource, { kind: 'zone_file' }>,
  domains: readonly DomainRef[],
): Promise<{ domains: (DomainRef & { edit: DomainEdit })[]; lineFindings: PlanFileLineFinding[] }> {
  const planned: (DomainRef & { edit: DomainEdit })[] = []
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
    planned.push({
      accountId,
      name,
      edit: { ...emptyDomainEdit, zone: content.isComplete ? { kind: 'import', mode, records } : null },
    })
  }
  return { domains: planned, lineFindings: lineFindings ?? [] }
}
