import type { Hit, ZoneRecord } from '#shared/ipc/inventory.ts'
import type { Database } from '../store/database.ts'
import { recordLine } from './search-entry.ts'
import { allServers, serverTexts } from './servers.ts'
import { breathe } from '../pace/slices.ts'
import { cutAround, hasAllTerms, likePattern, nameCondition, searchable, searchTerms, splitTerms } from './text.ts'
import { takeRecords } from './zone-store.ts'

interface NamedDomain {
  account_id: string
  name: string
  decoded_name: string | null
}

/** So many domains are looked at for a name or a record before the best of them are chosen. */
const candidates = 300

/**
 * Names, records, addresses, memos, labels and notes of all accounts in which every word of the text is. Whole names first,
 * then names that begin so, then other finds, records last; a third of the list is kept for records.
 */
export async function searchAll(database: Database, text: string, limit: number): Promise<Hit[]> {
  const terms = searchTerms(text)
  if (terms.length === 0) return []
  const named = [...accountHits(database, terms), ...serverHits(database, terms), ...domainHits(database, searchable(text.trim()), terms)]
  const whole = searchable(text.trim())
  const ranked = named
    .map((hit, index) => ({ hit, index, rank: rankOf(hit, whole) }))
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ hit }) => hit)
  await breathe()
  const records = await recordHits(database, terms, limit)
  const keptForRecords = Math.min(records.length, Math.floor(limit / 3))
  const names = ranked.slice(0, Math.max(limit - records.length, limit - keptForRecords))
  return [...names, ...records.slice(0, limit - names.length)]
}

function rankOf(hit: Hit, text: string): number {
  const names = hit.kind === 'domain' || hit.kind === 'server' ? [searchable(hit.title), hit.target] : [searchable(hit.title)]
  if (names.includes(text)) return 0
  return names.some((name) => name.startsWith(text)) ? 1 : 2
}

function accountHits(database: Database, terms: string[]): Hit[] {
  const accounts = database.all<{ id: string; label: string; folder: string; notes: string }>('select id, label, folder, notes from account order by label')
  return accounts
    .filter(({ label, folder, notes }) => hasAllTerms([label, folder, notes].join('\n'), terms))
    .map(({ id, label, folder, notes }) => {
      const detail = [notes, folder].find((part) => terms.some((term) => searchable(part).includes(term))) ?? folder
      return { kind: 'account', accountId: id, target: id, title: label, detail: cutAround(detail, terms) }
    })
}

function serverHits(database: Database, terms: string[]): Hit[] {
  return allServers(database)
    .filter((server) => hasAllTerms(serverTexts(server).join('\n'), terms))
    .map((server) => {
      const others = serverTexts(server).filter((part) => part !== server.row.name)
      const detail = others.find((part) => terms.some((term) => searchable(part).includes(term))) ?? server.row.planName ?? server.row.status
      return { kind: 'server', accountId: server.row.accountId, target: server.row.name, title: server.row.name, detail: cutAround(detail, terms) }
    })
}

function domainHits(database: Database, text: string, terms: string[]): Hit[] {
  const found = new Map<string, NamedDomain>()
  for (const row of [...beginning(database, 'name', text), ...beginning(database, 'decoded_name', text), ...containing(database, terms)]) {
    found.set(`${row.account_id} ${row.name}`, row)
  }
  return [...found.values()].map((row) => ({
    kind: 'domain',
    accountId: row.account_id,
    target: row.name,
    title: row.decoded_name ?? row.name,
    detail: row.name,
  }))
}

function beginning(database: Database, column: 'name' | 'decoded_name', text: string): NamedDomain[] {
  return database.all<NamedDomain>(
    `select account_id, name, decoded_name from domain where ${column} >= ? and ${column} < ? order by ${column}, account_id limit ${candidates}`,
    text,
    `${text}\u{10ffff}`,
  )
}

function containing(database: Database, terms: string[]): NamedDomain[] {
  const { match, short } = splitTerms(terms)
  const conditions = short.map(nameCondition)
  const likes = conditions.map(({ sql }) => sql)
  const patterns = conditions.flatMap(({ params }) => params)
  if (match === null) {
    return database.all<NamedDomain>(
      `select d.account_id, d.name, d.decoded_name from domain d where ${likes.join(' and ')} order by d.name limit ${candidates}`,
      ...patterns,
    )
  }
  return database.all<NamedDomain>(
    `select d.account_id, d.name, d.decoded_name from search s cross join search_entry e on e.rowid = s.rowid
     cross join domain d on d.account_id = e.account_id and d.name = e.target
     where s.search match ? ${likes.map((like) => `and ${like}`).join(' ')} limit ${candidates}`,
    `{title} : (${match})`,
    ...patterns,
  )
}

/** Text shorter than the index can find is looked for entry by entry, so many at once. */
const entriesAtOnce = 1000

async function recordHits(database: Database, terms: string[], limit: number): Promise<Hit[]> {
  const { match } = splitTerms(terms)
  const hits: Hit[] = []
  const take = (entries: Entry[]): void => {
    for (const { account_id, target } of entries) {
      if (hits.length >= limit) return
      hits.push(...hitsIn(account_id, target, takeRecords(database, account_id, target), terms))
    }
  }
  if (match !== null) {
    take(
      database.all<Entry>(
        `select e.account_id, e.target from search s cross join search_entry e on e.rowid = s.rowid where s.search match ? limit ${candidates}`,
        `{body} : (${match})`,
      ),
    )
    return hits.slice(0, limit)
  }
  for (let after = 0; hits.length < limit; ) {
    const slice = `select rowid, account_id, target, body from search_entry where rowid > ? order by rowid limit ${entriesAtOnce}`
    const last = database.get<{ last: number | null }>(`select max(rowid) as last from (${slice})`, after)?.last ?? null
    if (last === null) break
    const likes = terms.map(() => `body like ? escape '\\'`).join(' and ')
    take(database.all<Entry>(`select account_id, target from (${slice}) where ${likes}`, after, ...terms.map(likePattern)))
    after = last
    await breathe()
  }
  return hits.slice(0, limit)
}

interface Entry {
  account_id: string
  target: string
}

function hitsIn(accountId: string, domain: string, records: ZoneRecord[], terms: string[]): Hit[] {
  return records
    .filter((record) => hasAllTerms(recordLine(domain, record), terms))
    .map((record) => ({
      kind: 'record',
      accountId,
      target: domain,
      title: record.host === '@' ? domain : `${record.host}.${domain}`,
      detail: `${record.type} ${cutAround(record.content, terms)}`,
    }))
}
