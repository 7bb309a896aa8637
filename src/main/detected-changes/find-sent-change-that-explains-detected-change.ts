import { hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'
import { loggedChangeSchema, type LoggedChange } from '#shared/ipc/change-log.ts'
import { detectedChangeValuesSchema, type DetectedChange } from '#shared/ipc/detected-changes.ts'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'
import { buildRecordKeyWithTtl } from '#shared/dns/records/compare-two-records.ts'

type SentChange = NonNullable<DetectedChange['sentChange']>

/**
 * The changes that may have been executed between two readings of a domain or server. Changes that were made come
 * before changes with an unknown outcome. Within each group, the newest comes first.
 */
interface SentChanges {
  others: { sent: SentChange; change: LoggedChange }[]
  /** Key: the compared fields of a record. The ID of an added record is not known. */
  additions: Map<string, SentChange[]>
  /** Key: the record ID and the compared fields of the record after the first such change. */
  byChangedRecord: Map<string, SentChange>
  byDeletedRecordId: Map<number, SentChange>
}

type DetectedChangeToExplain = Pick<DetectedChange, 'id' | 'kind' | 'name' | 'values' | 'previousReadAt' | 'detectedAt'>
type Readings = Pick<DetectedChange, 'name' | 'previousReadAt' | 'detectedAt'>

/** A record that a reading showed for the first time. */
interface DetectedAddition extends Readings {
  recordId: number
}

/**
 * Returns a function that finds the change in the change log that explains a detected change. It reads the entries of
 * each pair of readings once, because one reading of a zone may reveal many changes. `accountIds`: all accounts of the
 * same service, and the accounts merged into them. Several accounts of one user may list the same name.
 */
export function createExplainingSentChangeFinder(
  database: Database,
): (detected: DetectedChangeToExplain, accountIds: readonly string[]) => SentChange | null {
  const querySent = cacheByReadings((readings, accountIds) => querySentChanges(database, readings, accountIds))
  const queryAdditions = cacheByReadings((readings, accountIds) =>
    queryDetectedAdditions(database, readings, accountIds),
  )

  /**
   * An addition explains one record, which the readings of several accounts may show. If there are more identical
   * records than this app added, it is unknown which of them it added.
   */
  function findAddition(detected: DetectedAddition, meaning: string, accountIds: readonly string[]): SentChange | null {
    const sent = querySent(detected, accountIds).additions.get(meaning) ?? []
    const entryIds = new Set(sent.map(({ entryId }) => entryId))
    const identical = new Set(
      (queryAdditions(detected, accountIds).get(meaning) ?? []).flatMap((other) =>
        querySent(other, accountIds)
          .additions.get(meaning)
          ?.some(({ entryId }) => entryIds.has(entryId))
          ? [other.recordId]
          : [],
      ),
    )
    const addition = sent[[...identical].indexOf(detected.recordId)] ?? sent.at(-1)
    if (!addition) return null
    const made = sent.filter(({ certainty }) => certainty !== 'unknown_outcome')
    return made.includes(addition) && identical.size > made.length ? { ...addition, certainty: 'possible' } : addition
  }

  return (detected, accountIds) => {
    const { values } = detected
    const sent = querySent(detected, accountIds)
    if (values.field !== 'record') {
      const found = sent.others.find(
        (each) =>
          isExplainedBy(detected, each.change) &&
          !isContactChangeShownBefore(database, detected, each.sent, accountIds),
      )
      return found?.sent ?? null
    }
    const { before, after } = values
    if (!after) return (before && sent.byDeletedRecordId.get(before.id)) ?? null
    const meaning = buildRecordKeyWithTtl(after)
    return (
      sent.byChangedRecord.get(buildChangedRecordKey(after.id, meaning)) ??
      (before ? null : findAddition({ ...detected, recordId: after.id }, meaning, accountIds))
    )
  }
}

function cacheByReadings<T>(query: (readings: Readings, accountIds: readonly string[]) => T): typeof query {
  const known = new Map<string, T>()
  return (readings, accountIds) => {
    const key = JSON.stringify([readings.name, readings.previousReadAt, readings.detectedAt, accountIds])
    const value = known.get(key) ?? query(readings, accountIds)
    known.set(key, value)
    return value
  }
}

function querySentChanges(
  database: Database,
  { name, previousReadAt, detectedAt }: Readings,
  accountIds: readonly string[],
): SentChanges {
  const rows = database.all<{ id: string; at: number; change: string; certainty: SentChange['certainty'] }>(
    // The service may execute a change late, when its answer was lost. So a change sent shortly before the previous
    // reading can still explain the difference. While no answer or reading has shown the outcome of a change, the
    // service may have executed it at any time since its sending.
    `select id, at, change,
       case when result <> 'done' then 'unknown_outcome' when is_decided_by_reading or error is not null then 'inferred'
         else 'confirmed' end as certainty
     from change_log
     where domain = ? and at between ? and ? and result in ('done', 'unknown', 'sending')
       and (result <> 'done' or at >= ? or confirmed_at > ?) and account_id in (select value from json_each(?))
     order by result = 'done' desc, at desc, rowid desc`,
    name,
    previousReadAt - maxServiceExecutionDelayMs,
    detectedAt,
    previousReadAt,
    previousReadAt,
    JSON.stringify(accountIds),
  )
  const found: SentChanges = {
    others: [],
    additions: new Map(),
    byChangedRecord: new Map(),
    byDeletedRecordId: new Map(),
  }
  for (const { id, at, change: stored, certainty } of rows) {
    const change = loggedChangeSchema.safeParse(parseJsonOrNull(stored)).data
    if (change) addSentChange(found, change, { entryId: id, at, certainty })
  }
  return found
}

function addSentChange(found: SentChanges, change: LoggedChange, sent: SentChange): void {
  if (change.kind === 'add') {
    const meaning = buildRecordKeyWithTtl(change.after)
    found.additions.set(meaning, [...(found.additions.get(meaning) ?? []), sent])
  } else if (change.kind === 'change') {
    const key = buildChangedRecordKey(change.before.id, buildRecordKeyWithTtl(change.after))
    if (!found.byChangedRecord.has(key)) found.byChangedRecord.set(key, sent)
  } else if (change.kind === 'delete') {
    if (!found.byDeletedRecordId.has(change.before.id)) found.byDeletedRecordId.set(change.before.id, sent)
  } else found.others.push({ sent, change })
}

const buildChangedRecordKey = (id: number, meaning: string): string => `${id} ${meaning}`

/**
 * Returns the additions that readings near these two showed, by the compared fields of the record. Readings within
 * `maxServiceExecutionDelayMs` count, because a late change may show only in the next reading.
 */
function queryDetectedAdditions(
  database: Database,
  { name, previousReadAt, detectedAt }: Readings,
  accountIds: readonly string[],
): Map<string, DetectedAddition[]> {
  const rows = database.all<{ change: string; previousReadAt: number; detectedAt: number }>(
    `select change, previous_read_at as previousReadAt, seen_at as detectedAt from seen_change
     where kind = 'domain' and name = ? and field = 'record' and account_id in (select value from json_each(?))
       and seen_at >= ? and previous_read_at <= ? order by seen_at desc, id desc`,
    name,
    JSON.stringify(accountIds),
    previousReadAt - maxServiceExecutionDelayMs,
    detectedAt + maxServiceExecutionDelayMs,
  )
  const additions = rows.flatMap(({ change, ...times }) => {
    const values = detectedChangeValuesSchema.safeParse(parseJsonOrNull(change)).data
    return values?.field === 'record' && !values.before && values.after
      ? [{ meaning: buildRecordKeyWithTtl(values.after), addition: { ...times, name, recordId: values.after.id } }]
      : []
  })
  return new Map(
    [...Map.groupBy(additions, ({ meaning }) => meaning)].map(([meaning, all]) => [
      meaning,
      all.map(({ addition }) => addition),
    ]),
  )
}

/**
 * Values of contact data are not kept, so only the time connects a sent change with what a reading showed. A change
 * that an earlier reading has shown does not explain what a later reading shows. Both readings of an account may have
 * the same previous reading, because a change that this app sends leaves the time of the stored contact data.
 */
function isContactChangeShownBefore(
  database: Database,
  { id, name, values, previousReadAt, detectedAt }: DetectedChangeToExplain,
  { at, certainty }: SentChange,
  accountIds: readonly string[],
): boolean {
  if (values.field !== 'whois_contact' || certainty === 'unknown_outcome') return false
  const shown = database.get(
    `select 1 from seen_change where kind = 'domain' and name = ? and field = 'whois_contact' and seen_at > ?
       and (seen_at <= ? or seen_at < ? and account_id = (select account_id from seen_change where id = ?))
       and account_id in (select value from json_each(?))`,
    name,
    at,
    previousReadAt,
    detectedAt,
    id,
    JSON.stringify(accountIds),
  )
  return shown !== undefined
}

function isExplainedBy({ kind, values }: Pick<DetectedChange, 'kind' | 'values'>, sent: LoggedChange): boolean {
  // A server may have the name of a domain.
  if ((kind === 'server') !== (sent.kind === 'server')) return false
  switch (values.field) {
    case 'nameservers':
      return sent.kind === 'nameservers' && hasSameNameservers(sent.after, values.after)
    case 'lock':
      return sent.kind === 'lock' && sent.after === values.after
    case 'whois_privacy':
      return sent.kind === 'whois' && sent.after.whois_privacy === values.after
    case 'whois_contact':
      return sent.kind === 'whois' && sent.after.fields !== undefined
    case 'memo':
      return sent.kind === 'server' && sent.operation === 'setMemo' && sent.after === values.after
    default:
      return false
  }
}
