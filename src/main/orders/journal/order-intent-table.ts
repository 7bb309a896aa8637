import { domainToUnicode } from 'node:url'
import { AppError } from '#shared/app-error.ts'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import type { StoredOrderIntentState, ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import { computeChecksum, type ChecksummedIntent } from './journal-line.ts'
import { domainStatusOfFailedTransfer, targetStatusesAfterFinishedOrder } from '#main/orders/derive-order-status.ts'
import type { IntentCountFilter, IntentPageQuery, JournalFilter } from './journal-interface.ts'

const generatedColumnSql = (name: string, path: string) => `${name} any as (text ->> '$.${path}') stored`
/** SQL for fields without a column. Damaged JSON must not fail the query. */
const jsonFieldSql = (path: string) => `iif(json_valid(text), text ->> '$.${path}', null)`

const lastStatusSql = `ifnull(${jsonFieldSql('steps[#-1].fact.becomes')}, '')`
const needsApplicationCaseSql = `when state = 'done' and kind = 'transfer' and ${lastStatusSql} = '${domainStatusOfFailedTransfer}' then 'needs_application'`

const alreadyOrderedCaseSql = `when state = 'done' and ${jsonFieldSql('sentAt')} is null and not ifnull(${jsonFieldSql('sendings.isUnclear')}, 0) then 'already_ordered'`
/**
 * A generated column cannot use a subquery, so the steps are searched as text. No string inside the JSON can contain
 * the searched text, because quotation marks in strings are escaped.
 */
const settledWithoutExecutionCaseSql = `when state = 'done' and ifnull(${jsonFieldSql('sendings.lost')}, 0) = 0 and not ifnull(${jsonFieldSql('sendings.isBurnt')}, 0)
  and not ifnull(${jsonFieldSql('sendings.isUnclear')}, 0) and instr(text, '"event":"settled_by_reading"') > 0 then 'already_ordered'`

/** SQL of `deriveOrderStatus`. `cases`: the conditions added by later migrations. */
const orderStatusSql = (...cases: string[]) => `case
  when needs_you = 1 then 'needs_you'
  when state = 'planned' and ${jsonFieldSql('hold.reason')} <> 'waiting' then 'held'
  when state = 'abandoned' and ${jsonFieldSql('sentAt')} is not null then 'not_happened'
  ${cases.join(' ')}
  when state = 'done' and kind <> 'renew' and ${lastStatusSql} not in (${targetStatusesAfterFinishedOrder.map((status) => `'${status}'`).join(', ')}) then 'accepted'
  else state
end`

/**
 * Every queried column also is in an index. Damage makes the row and the index disagree, and the integrity check at the
 * opening finds that. `text` is the last column, so that queries need not read it. A change of the intent's fields
 * needs a new migration, so that an older version refuses the file.
 */
export const journalMigrations: readonly string[] = [
  `create table intent (
    id text primary key,
    version integer not null,
    sum text not null,
    ${generatedColumnSql('account_id', 'item.accountId')},
    ${generatedColumnSql('account_label', 'accountLabel')},
    ${generatedColumnSql('kind', 'item.kind')},
    ${generatedColumnSql('state', 'state')},
    ${generatedColumnSql('needs_you', 'needsYou')},
    ${generatedColumnSql('run_id', 'runId')},
    ${generatedColumnSql('target', 'target')},
    ${generatedColumnSql('yen', 'yen')},
    ${generatedColumnSql('created_at', 'createdAt')},
    text text not null
  ) strict;
  create index intent_account on intent (account_id, state, needs_you, kind);
  create index intent_state on intent (state, needs_you);
  create index intent_needs on intent (needs_you) where needs_you = 1;
  create index intent_run on intent (run_id);
  create index intent_created on intent (created_at);
  create index intent_target on intent (target);
  create index intent_label on intent (account_label);
  create index intent_yen on intent (yen);`,
  '-- An intent knows whether its run was stopped while it was on its way.',
  `create index intent_settled on intent (account_id, state, ${jsonFieldSql('settledAt')})`,
  '-- An intent knows our monotonic clock at its first sending, and which servers were listed just before.',
  `alter table intent add column status any as (${orderStatusSql()}) virtual;
  create index intent_status on intent (account_id, status, kind);`,
  `drop index intent_status;
  alter table intent drop column status;
  alter table intent add column status any as (${orderStatusSql(needsApplicationCaseSql)}) virtual;
  create index intent_status on intent (account_id, status, kind);`,
  `drop index intent_status;
  alter table intent drop column status;
  alter table intent add column status any as (${orderStatusSql(needsApplicationCaseSql, alreadyOrderedCaseSql)}) virtual;
  create index intent_status on intent (account_id, status, kind);`,
  `drop index intent_status;
  alter table intent drop column status;
  alter table intent add column status any as (${orderStatusSql(needsApplicationCaseSql, settledWithoutExecutionCaseSql)}) virtual;
  create index intent_status on intent (account_id, status, kind);`,
]

export interface JournalRow {
  id: string
  version: number
  text: string
  sum: string
}

interface RowPosition {
  createdAt: number
  rowid: number
}

export interface JournalTableContents {
  /** Intact rows, in their order. */
  intactById: Map<string, ChecksummedIntent>
  /** Versions of damaged rows, by intent id. Both values may be damaged, too. */
  damagedVersions: Map<string, number>
  damaged: Buffer[]
  /** A part could not be read, or the integrity check failed. */
  isDamaged: boolean
}

export interface JournalTable {
  read(): JournalTableContents
  /** Saves the newest version of each row; null deletes the row. Runs in one transaction. */
  save(rows: ReadonlyMap<string, ChecksummedIntent | null>): void
  get(id: string): JournalRow | undefined
  getByStates(states: readonly StoredOrderIntentState[]): JournalRow[]
  /** The orders of a run, in chunks. */
  iterateByRun(runId: string): Iterable<readonly JournalRow[]>
  /** Oldest first, in chunks. A row that changes in between keeps its position. */
  iterateInChunks(filter: JournalFilter): Iterable<readonly JournalRow[]>
  page(filter: JournalFilter, page: IntentPageQuery): { rows: JournalRow[]; total: number; offset: number }
  countByStatus(filter: IntentCountFilter): { status: ShownOrderStatus; count: number }[]
  /** Throws `database_damaged` at a damaged row. */
  all(): Iterable<ChecksummedIntent>
  /** Checkpoints the WAL: everything saved is on the disk, and no replaced data is left in the WAL. */
  flush(): void
  close(): void
}

const fields = 'id, version, text, sum'
const rowsPerChunk = 500
/** Rows of a run per chunk, so that no chunk blocks the event loop for long. */
const runRowsPerChunk = 200
/** All rows of a chunk may be read and processed without a pause. */
const walkRowsPerChunk = 100
const sortColumns = {
  createdAt: 'created_at',
  target: 'target',
  yen: 'yen',
  status: 'status',
  settledAt: jsonFieldSql('settledAt'),
} as const satisfies Record<Exclude<IntentPageQuery['sort'], 'account'>, string>

/** Checksum of a row, over id, version and the checksum of the text. */
function rowChecksum({ id, version, sum }: ChecksummedIntent): string {
  return computeChecksum(Buffer.from(`${id} ${version} ${sum}`))
}

/** Returns null when the row is damaged. */
export function toChecksummedIntentIfIntact({ id, version, text, sum }: JournalRow): ChecksummedIntent | null {
  const bytes = Buffer.from(text)
  const copy = { id, version, text: bytes, sum: computeChecksum(bytes) }
  return rowChecksum(copy) === sum ? copy : null
}

export function createJournalTable(database: Database): JournalTable {
  // Overwrites deleted and replaced data, so that a wiped secret does not stay in the file.
  database.get('pragma secure_delete = on')

  const select = (rest: string, ...params: SqlParam[]): JournalRow[] =>
    database.all<JournalRow>(`select ${fields} from intent ${rest}`, ...params)

  /** The next row positions by creation time, read from the index only. */
  function queryPositionsAfter({ createdAt, rowid }: RowPosition): RowPosition[] {
    const together = database.all<RowPosition>(
      `select created_at as createdAt, rowid from intent where created_at = ? and rowid > ? order by rowid limit ${walkRowsPerChunk}`,
      createdAt,
      rowid,
    )
    const later = `select created_at as createdAt, rowid from intent where created_at > ? order by created_at, rowid limit ?`
    return together.length === walkRowsPerChunk
      ? together
      : [...together, ...database.all<RowPosition>(later, createdAt, walkRowsPerChunk - together.length)]
  }

  function* iterateRows(): Generator<JournalRow> {
    for (let after = 0; ;) {
      const rows = database.all<JournalRow & { place: number }>(
        `select rowid as place, ${fields} from intent where rowid > ? order by rowid limit ${rowsPerChunk}`,
        after,
      )
      yield* rows
      if (rows.length < rowsPerChunk) return
      after = (rows.at(-1) as { place: number }).place
    }
  }

  function read(): JournalTableContents {
    const found: JournalTableContents = {
      intactById: new Map(),
      damagedVersions: new Map(),
      damaged: [],
      isDamaged: false,
    }
    try {
      found.isDamaged = database.get<{ integrity_check: string }>('pragma integrity_check(1)')?.integrity_check !== 'ok'
      for (const row of iterateRows()) {
        const copy = toChecksummedIntentIfIntact(row)
        if (copy) found.intactById.set(row.id, copy)
        else {
          found.damagedVersions.set(row.id, row.version)
          found.damaged.push(Buffer.from(`${row.id} ${row.version} ${row.sum} ${row.text}\n`))
        }
      }
    } catch {
      found.isDamaged = true
    }
    return found
  }

  /**
   * Targets whose decoded name contains a non-ASCII text. Targets are stored in Punycode, in which a part of a name
   * cannot be searched.
   */
  function queryDecodedTargetsContaining(text: string): string[] {
    const targets = database.all<{ target: string }>(
      `select distinct target from intent where instr(target, 'xn--') > 0`,
    )
    return targets.flatMap(({ target }) =>
      normalizeSearchText(domainToUnicode(target)).includes(text) ? [target] : [],
    )
  }

  /** SQL cannot compare labels in natural order. Rows of labels before the page are counted, not read. */
  function pageByAccountLabel(
    conditions: readonly string[],
    params: readonly SqlParam[],
    { isDescending, offset, limit, accountLabels = new Map() }: Omit<IntentPageQuery, 'sort'>,
  ): { rows: JournalRow[]; total: number; offset: number } {
    const sign = isDescending ? -1 : 1
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
    // Grouped by account first, because one index has all columns of that query.
    const groups = database
      .all<{ id: string; n: number }>(
        `select account_id as id, count(*) as n from intent ${where} group by account_id`,
        ...params,
      )
      .flatMap(({ id, n }): { shown: string; id: string; stored: string | null; n: number }[] => {
        const current = accountLabels.get(id)
        if (current !== undefined) return [{ shown: current, id, stored: null, n }]
        return database.all(
          `select account_label as shown, account_id as id, account_label as stored, count(*) as n from intent
           where ${[...conditions, 'account_id = ?'].join(' and ')} group by account_label`,
          ...params,
          id,
        )
      })
    const byLabel = [...Map.groupBy(groups, ({ shown }) => shown)].toSorted(
      ([one], [other]) => sign * (compareInNaturalOrder(one, other) || (one < other ? -1 : 1)),
    )
    const isOfLabel = `account_id in (select value ->> 'id' from json_each(?)) and exists (select 1 from json_each(?)
      where value ->> 'id' = account_id and (value ->> 'stored' is null or value ->> 'stored' = account_label))`
    const ofLabel = `where ${[...conditions, isOfLabel].join(' and ')}`
    const order = `order by rowid ${isDescending ? 'desc' : 'asc'}`
    const pageOfLabel = `where rowid in (select rowid from intent ${ofLabel} ${order} limit ? offset ?) ${order}`
    const rows: JournalRow[] = []
    let skip = offset
    for (const [, own] of byLabel) {
      if (rows.length === limit) break
      const n = own.reduce((sum, group) => sum + group.n, 0)
      const json = JSON.stringify(own)
      if (skip < n) rows.push(...select(pageOfLabel, ...params, json, json, limit - rows.length, skip))
      skip = Math.max(0, skip - n)
    }
    return { rows, total: groups.reduce((sum, { n }) => sum + n, 0), offset }
  }

  return {
    read,
    save(rows) {
      database.transaction(() => {
        for (const [id, copy] of rows) {
          if (copy === null) database.run('delete from intent where id = ?', id)
          else
            database.run(
              `insert into intent (${fields}) values (?, ?, ?, ?)
               on conflict (id) do update set version = excluded.version, text = excluded.text, sum = excluded.sum`,
              id,
              copy.version,
              copy.text.toString(),
              rowChecksum(copy),
            )
        }
      })
    },
    get: (id) => select('where id = ?', id)[0],
    getByStates: (states) => select(`where state in (${placeholders(states)}) order by rowid`, ...states),
    *iterateByRun(runId) {
      for (let after = 0; ;) {
        const rows = database.all<JournalRow & { place: number }>(
          `select rowid as place, ${fields} from intent where run_id = ? and rowid > ? order by rowid limit ${runRowsPerChunk}`,
          runId,
          after,
        )
        yield rows
        if (rows.length < runRowsPerChunk) return
        after = (rows.at(-1) as { place: number }).place
      }
    },
    *iterateInChunks(filter) {
      const { conditions, params } = buildJournalConditions(filter, 'few', queryDecodedTargetsContaining)
      const among = ['rowid in (select value from json_each(?))', ...conditions].join(' and ')
      let last: RowPosition = { createdAt: filter.from ?? 0, rowid: 0 }
      for (;;) {
        const positions = queryPositionsAfter(last)
        yield select(
          `not indexed where ${among} order by created_at, rowid`,
          JSON.stringify(positions.map(({ rowid }) => rowid)),
          ...params,
        )
        if (positions.length < walkRowsPerChunk) return
        last = positions.at(-1) as RowPosition
      }
    },
    page(filter, { sort, ...query }) {
      const { isDescending, offset, limit } = query
      const { conditions, params } = buildJournalConditions(filter, 'all', queryDecodedTargetsContaining)
      const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
      const direction = isDescending ? 'desc' : 'asc'
      if (sort === 'account') return pageByAccountLabel(conditions, params, query)
      const { total } = database.get<{ total: number }>(`select count(*) as total from intent ${where}`, ...params) as {
        total: number
      }
      const order = `order by ${sortColumns[sort]} ${direction}, rowid ${direction}`
      // The rows are sorted without their texts, because sorting large rows is slow.
      const rows = select(
        `where rowid in (select rowid from intent ${where} ${order} limit ? offset ?) ${order}`,
        ...params,
        limit,
        offset,
      )
      return { rows, total, offset }
    },
    countByStatus({ accountIds = null, kinds = null, runId = null, text = '', ids = null }) {
      const filter = { accountIds, kinds, runId, text, ids, statuses: null, target: null, from: null, until: null }
      const { conditions, params } = buildJournalConditions(filter, 'all', queryDecodedTargetsContaining)
      const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
      return database.all(`select status, count(*) as count from intent ${where} group by status`, ...params)
    },
    *all() {
      for (const row of iterateRows()) {
        const copy = toChecksummedIntentIfIntact(row)
        if (copy === null)
          throw new AppError('database_damaged', 'A row of the journal is not what was written', {
            details: { path: database.path },
          })
        yield copy
      }
    },
    flush: () => void database.get('pragma wal_checkpoint(truncate)'),
    close: () => database.close(),
  }
}

const beyondAscii = /[^\p{ASCII}]/u

function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

/** `rows`: 'all' uses the index of the targets; 'few' checks each row, for queries that already name their rows. */
function buildJournalConditions(
  { ids, accountIds, states, statuses, kinds, runId, text, target, from, until, errorCode }: JournalFilter,
  rows: 'all' | 'few',
  queryDecodedTargetsContaining: (text: string) => readonly string[],
): { conditions: string[]; params: SqlParam[] } {
  const conditions: string[] = []
  const params: SqlParam[] = []
  const add = (condition: string, ...values: SqlParam[]) => {
    conditions.push(condition)
    params.push(...values)
  }
  if (accountIds) add(`account_id in (${placeholders(accountIds)})`, ...accountIds)
  if (ids) add('id in (select value from json_each(?))', JSON.stringify(ids))
  if (states) add(`state in (${placeholders(states)})`, ...states)
  if (statuses) add(`status in (${placeholders(statuses)})`, ...statuses)
  if (kinds) add(`kind in (${placeholders(kinds)})`, ...kinds)
  if (runId !== null) add('run_id = ?', runId)
  if (target !== null) add('target = ?', target)
  const name = normalizeSearchText(text.trim())
  const isNamed = '(instr(target, ?) > 0 or target in (select value from json_each(?)))'
  if (name !== '')
    add(
      rows === 'all' ? `rowid in (select rowid from intent where ${isNamed})` : isNamed,
      name,
      JSON.stringify(beyondAscii.test(name) ? queryDecodedTargetsContaining(name) : []),
    )
  if (from !== null) add('created_at >= ?', from)
  if (until !== null) add('created_at < ?', until)
  if (errorCode !== undefined) add(`${jsonFieldSql('error.code')} = ?`, errorCode)
  return { conditions, params }
}
