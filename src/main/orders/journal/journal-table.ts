import { domainToUnicode } from 'node:url'
import { AppError } from '#shared/errors.ts'
import type { IntentState, OrderStatus } from '#shared/ipc/orders.ts'
import { searchable } from '#main/inventory/text.ts'
import type { Database, Param } from '#main/store/database.ts'
import { checksum, type Copy } from './journal-line.ts'
import { failedTransfer, finishedStatuses } from '../status.ts'
import type { CountFilter, IntentPage, JournalFilter } from './journal.ts'

const column = (name: string, path: string) => `${name} any as (text ->> '$.${path}') stored`
/** What has no column. A damaged text must not end the question. */
const inText = (path: string) => `iif(json_valid(text), text ->> '$.${path}', null)`

const becomes = `ifnull(${inText('steps[#-1].fact.becomes')}, '')`
const needsApplication = `when state = 'done' and kind = 'transfer' and ${becomes} = '${failedTransfer}' then 'needs_application'`

/** What `statusOf` answers. `cases`: those that came later. */
const statusColumn = (...cases: string[]) => `case
  when needs_you = 1 then 'needs_you'
  when state = 'planned' and ${inText('hold.reason')} <> 'waiting' then 'held'
  when state = 'abandoned' and ${inText('sentAt')} is not null then 'not_happened'
  ${cases.join(' ')}
  when state = 'done' and kind <> 'renew' and ${becomes} not in (${finishedStatuses.map((status) => `'${status}'`).join(', ')}) then 'accepted'
  else state
end`

/**
 * Every column that is asked for is in an index, too: damage in one contradicts the other, and the check at the opening sees it. The text
 * comes last, so that what is asked is found without reading it. A change of what an intent is needs a new migration, so that an older Banto keeps off.
 */
export const journalMigrations: readonly string[] = [
  `create table intent (
    id text primary key,
    version integer not null,
    sum text not null,
    ${column('account_id', 'item.accountId')},
    ${column('account_label', 'accountLabel')},
    ${column('kind', 'item.kind')},
    ${column('state', 'state')},
    ${column('needs_you', 'needsYou')},
    ${column('run_id', 'runId')},
    ${column('target', 'target')},
    ${column('yen', 'yen')},
    ${column('created_at', 'createdAt')},
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
  `create index intent_settled on intent (account_id, state, ${inText('settledAt')})`,
  '-- An intent knows our monotonic clock at its first sending, and which servers were listed just before.',
  `alter table intent add column status any as (${statusColumn()}) virtual;
  create index intent_status on intent (account_id, status, kind);`,
  `drop index intent_status;
  alter table intent drop column status;
  alter table intent add column status any as (${statusColumn(needsApplication)}) virtual;
  create index intent_status on intent (account_id, status, kind);`,
]

export interface Row {
  id: string
  version: number
  text: string
  sum: string
}

interface Place {
  createdAt: number
  rowid: number
}

/** What the table holds. */
export interface Rows {
  /** Whole rows, in their order. */
  newest: Map<string, Copy>
  /** Damaged rows: their intents and versions as far as they can be believed. */
  doubts: Map<string, number>
  damaged: Buffer[]
  /** Not all of it could be read, or its parts contradict each other. */
  isDamaged: boolean
}

export interface JournalTable {
  read(): Rows
  /** Each with its newest version; null removes it. All or none. */
  save(rows: ReadonlyMap<string, Copy | null>): void
  get(id: string): Row | undefined
  ofStates(states: readonly IntentState[]): Row[]
  /** In slices. */
  ofRun(runId: string): Iterable<readonly Row[]>
  /** Oldest first; what changes between two slices keeps its place. */
  slices(filter: JournalFilter): Iterable<readonly Row[]>
  page(filter: JournalFilter, page: IntentPage): { rows: Row[]; total: number; offset: number }
  counts(filter: CountFilter): { status: OrderStatus; count: number }[]
  /** Throws database_damaged at a row that is not whole. */
  all(): Iterable<Copy>
  /** Puts all that was saved on the disk, and leaves nothing of what was replaced. */
  flush(): void
  close(): void
}

const fields = 'id, version, text, sum'
const slice = 500
/** What the window waits for. */
const runSlice = 200
/** Each may be read, counted and told within one turn. */
const walkSlice = 100
const sortColumns = { createdAt: 'created_at', target: 'target', account: 'account_label', yen: 'yen', status: 'status', settledAt: inText('settledAt') } as const satisfies Record<IntentPage['sort'], string>

/** The checksum of a row speaks for its id and version, too. */
function rowSum({ id, version, sum }: Copy): string {
  return checksum(Buffer.from(`${id} ${version} ${sum}`))
}

/** Null where the row is not what was written. */
export function wholeCopy({ id, version, text, sum }: Row): Copy | null {
  const bytes = Buffer.from(text)
  const copy = { id, version, text: bytes, sum: checksum(bytes) }
  return rowSum(copy) === sum ? copy : null
}

export function createJournalTable(database: Database): JournalTable {
  // What is deleted or replaced is overwritten, so that no wiped secret stays in the file.
  database.get('pragma secure_delete = on')

  const select = (rest: string, ...params: Param[]): Row[] => database.all<Row>(`select ${fields} from intent ${rest}`, ...params)

  /** The next in the order of their making, found without their rows. */
  function placesAfter({ createdAt, rowid }: Place): Place[] {
    const together = database.all<Place>(`select created_at as createdAt, rowid from intent where created_at = ? and rowid > ? order by rowid limit ${walkSlice}`, createdAt, rowid)
    const later = `select created_at as createdAt, rowid from intent where created_at > ? order by created_at, rowid limit ?`
    return together.length === walkSlice ? together : [...together, ...database.all<Place>(later, createdAt, walkSlice - together.length)]
  }

  function* everyRow(): Generator<Row> {
    for (let after = 0; ; ) {
      const rows = database.all<Row & { place: number }>(`select rowid as place, ${fields} from intent where rowid > ? order by rowid limit ${slice}`, after)
      yield* rows
      if (rows.length < slice) return
      after = (rows.at(-1) as { place: number }).place
    }
  }

  function read(): Rows {
    const found: Rows = { newest: new Map(), doubts: new Map(), damaged: [], isDamaged: false }
    try {
      found.isDamaged = database.get<{ integrity_check: string }>('pragma integrity_check(1)')?.integrity_check !== 'ok'
      for (const row of everyRow()) {
        const copy = wholeCopy(row)
        if (copy) found.newest.set(row.id, copy)
        else {
          found.doubts.set(row.id, row.version)
          found.damaged.push(Buffer.from(`${row.id} ${row.version} ${row.sum} ${row.text}\n`))
        }
      }
    } catch {
      found.isDamaged = true
    }
    return found
  }

  /** Targets that read like the text beyond ASCII: they are stored in Punycode, in which a part of a name is not to be found. */
  function readLike(text: string): string[] {
    const targets = database.all<{ target: string }>(`select distinct target from intent where instr(target, 'xn--') > 0`)
    return targets.flatMap(({ target }) => (searchable(domainToUnicode(target)).includes(text) ? [target] : []))
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
              rowSum(copy),
            )
        }
      })
    },
    get: (id) => select('where id = ?', id)[0],
    ofStates: (states) => select(`where state in (${marks(states)}) order by rowid`, ...states),
    *ofRun(runId) {
      for (let after = 0; ; ) {
        const rows = database.all<Row & { place: number }>(`select rowid as place, ${fields} from intent where run_id = ? and rowid > ? order by rowid limit ${runSlice}`, runId, after)
        yield rows
        if (rows.length < runSlice) return
        after = (rows.at(-1) as { place: number }).place
      }
    },
    *slices(filter) {
      const { conditions, params } = conditionsOf(filter, 'few', readLike)
      const among = ['rowid in (select value from json_each(?))', ...conditions].join(' and ')
      let last: Place = { createdAt: filter.from ?? 0, rowid: 0 }
      for (;;) {
        const places = placesAfter(last)
        yield select(`not indexed where ${among} order by created_at, rowid`, JSON.stringify(places.map(({ rowid }) => rowid)), ...params)
        if (places.length < walkSlice) return
        last = places.at(-1) as Place
      }
    },
    page(filter, { sort, isDescending, offset, limit }) {
      const { conditions, params } = conditionsOf(filter, 'all', readLike)
      const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
      const direction = isDescending ? 'desc' : 'asc'
      const { total } = database.get<{ total: number }>(`select count(*) as total from intent ${where}`, ...params) as { total: number }
      const order = `order by ${sortColumns[sort]} ${direction}, rowid ${direction}`
      // Without the texts, which are much to sort.
      const rows = select(`where rowid in (select rowid from intent ${where} ${order} limit ? offset ?) ${order}`, ...params, limit, offset)
      return { rows, total, offset }
    },
    counts({ accountIds = null, kinds = null, runId = null, text = '', ids = null }) {
      const filter = { accountIds, kinds, runId, text, ids, statuses: null, target: null, from: null, until: null }
      const { conditions, params } = conditionsOf(filter, 'all', readLike)
      const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
      return database.all(`select status, count(*) as count from intent ${where} group by status`, ...params)
    },
    *all() {
      for (const row of everyRow()) {
        const copy = wholeCopy(row)
        if (copy === null) throw new AppError('database_damaged', 'A row of the journal is not what was written', { details: { path: database.path } })
        yield copy
      }
    },
    flush: () => void database.get('pragma wal_checkpoint(truncate)'),
    close: () => database.close(),
  }
}

const beyondAscii = /[^\p{ASCII}]/u

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

/** Names are found in their index where all rows are asked for; of a few each is looked at. */
function conditionsOf({ ids, accountIds, states, statuses, kinds, runId, text, target, from, until, errorCode }: JournalFilter, rows: 'all' | 'few', readLike: (text: string) => readonly string[]): { conditions: string[]; params: Param[] } {
  const conditions: string[] = []
  const params: Param[] = []
  const add = (condition: string, ...values: Param[]) => {
    conditions.push(condition)
    params.push(...values)
  }
  if (accountIds) add(`account_id in (${marks(accountIds)})`, ...accountIds)
  if (ids) add('id in (select value from json_each(?))', JSON.stringify(ids))
  if (states) add(`state in (${marks(states)})`, ...states)
  if (statuses) add(`status in (${marks(statuses)})`, ...statuses)
  if (kinds) add(`kind in (${marks(kinds)})`, ...kinds)
  if (runId !== null) add('run_id = ?', runId)
  if (target !== null) add('target = ?', target)
  const name = searchable(text.trim())
  const isNamed = '(instr(target, ?) > 0 or target in (select value from json_each(?)))'
  if (name !== '') add(rows === 'all' ? `rowid in (select rowid from intent where ${isNamed})` : isNamed, name, JSON.stringify(beyondAscii.test(name) ? readLike(name) : []))
  if (from !== null) add('created_at >= ?', from)
  if (until !== null) add('created_at < ?', until)
  if (errorCode !== undefined) add(`${inText('error.code')} = ?`, errorCode)
  return { conditions, params }
}
