import { hasSameNameservers } from '#shared/dns/nameservers/compare-nameservers.ts'
import { loggedChangeSchema, type LoggedChange } from '#shared/ipc/change-log.ts'
import type { DetectedChange } from '#shared/ipc/detected-changes.ts'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'
import { buildRecordKeyWithTtl } from '#shared/dns/records/compare-records.ts'

interface LoggedChangeRef {
  entryId: string
  at: number
}

/** The changes that may have been executed between two readings of a domain, newest first. */
interface SentChanges {
  others: (LoggedChangeRef & { change: LoggedChange })[]
  /** Key: the compared fields of a record. Value: the newest addition or change that left such a record. */
  byRecordLeft: Map<string, LoggedChangeRef>
  byDeletedRecordId: Map<number, LoggedChangeRef>
}

type DetectedChangeToExplain = Pick<DetectedChange, 'kind' | 'name' | 'values' | 'previousReadAt' | 'detectedAt'>

/**
 * Returns a function that finds the change in the change log that explains a detected change. It reads the entries of
 * each pair of readings once, because one reading of a zone may reveal many changes. `accountIds`: the account and
 * those merged into it.
 */
export function createExplainingLoggedChangeFinder(
  database: Database,
): (detected: DetectedChangeToExplain, accountIds: readonly string[]) => LoggedChangeRef | null {
  const known = new Map<string, SentChanges>()

  function query(
    { name, previousReadAt, detectedAt }: DetectedChangeToExplain,
    accountIds: readonly string[],
  ): SentChanges {
    const key = JSON.stringify([name, previousReadAt, detectedAt, accountIds])
    const kept = known.get(key)
    if (kept) return kept
    const rows = database.all<{ id: string; at: number; change: string }>(
      // The service may execute a change late, when its answer was lost. So a change sent shortly before the previous
      // reading can still explain the difference.
      `select id, at, change from change_log where domain = ? and at between ? and ? and result = 'done'
         and (at >= ? or confirmed_at > ?) and account_id in (select value from json_each(?)) order by at desc, rowid desc`,
      name,
      previousReadAt - maxServiceExecutionDelayMs,
      detectedAt,
      previousReadAt,
      previousReadAt,
      JSON.stringify(accountIds),
    )
    const found: SentChanges = { others: [], byRecordLeft: new Map(), byDeletedRecordId: new Map() }
    for (const row of rows) {
      const change = loggedChangeSchema.safeParse(parseJsonOrNull(row.change)).data
      if (change) addSentChange(found, change, { entryId: row.id, at: row.at })
    }
    known.set(key, found)
    return found
  }

  return (detected, accountIds) => {
    // No change of the change log has an effect on the values that are read of servers.
    if (detected.kind === 'server') return null
    const { values } = detected
    const sent = query(detected, accountIds)
    if (values.field === 'record')
      return (
        (values.after
          ? sent.byRecordLeft.get(buildRecordKeyWithTtl(values.after))
          : values.before && sent.byDeletedRecordId.get(values.before.id)) ?? null
      )
    const entry = sent.others.find(({ change }) => isExplainedBy(values, change))
    return entry ? { entryId: entry.entryId, at: entry.at } : null
  }
}

function addSentChange(found: SentChanges, change: LoggedChange, sent: LoggedChangeRef): void {
  if (change.kind === 'add' || change.kind === 'change') {
    // The records are compared without IDs, because an addition has no ID yet.
    const meaning = buildRecordKeyWithTtl(change.after)
    if (!found.byRecordLeft.has(meaning)) found.byRecordLeft.set(meaning, sent)
  } else if (change.kind === 'delete') {
    if (!found.byDeletedRecordId.has(change.before.id)) found.byDeletedRecordId.set(change.before.id, sent)
  } else found.others.push({ ...sent, change })
}

function isExplainedBy(detected: DetectedChange['values'], sent: LoggedChange): boolean {
  switch (detected.field) {
    case 'nameservers':
      return sent.kind === 'nameservers' && hasSameNameservers(sent.after, detected.after)
    case 'lock':
      return sent.kind === 'lock' && sent.after === detected.after
    case 'whois_privacy':
      return sent.kind === 'whois' && sent.after.whois_privacy === detected.after
    case 'whois_contact':
      return sent.kind === 'whois' && sent.after.fields !== undefined
    default:
      return false
  }
}
