import type { Hit, ZoneRecord } from '#shared/ipc/inventory.ts'
import type { Database } from '../store/database.ts'
import { countListed } from './domain-pages.ts'
import { recordLine } from './search-entry.ts'
import { allServers, serverTexts } from './servers.ts'
import { breathe } from '../pace/slices.ts'
import { cutAround, hasAllTerms, hasQueried, likePattern, nameCondition, parseTextQuery, searchable, splitTerms, type TextQuery } from './text.ts'
import { takeRecords } from './zone-store.ts'

interface NamedDomain {
  account_id: string
  name: string
  decoded_name: string | null
  gone_since: number | null
}

/** So many domains are looked at for a name or a record before the best of them are chosen. */
const candidates = 300

/**
 * Names, records, memos, labels and notes of all accounts in which every word of the text is; for an address, what has that address.
 * Whole names first, then names that begin so, then other finds, records last; a third of the list is kept for records. What is gone comes after its equals. `domains`: how many
 * domains the list shows for this text.
 */
export async function searchAll(database: Database, text: string, limit: number, now: number): Promise<{ hits: Hit[]; domains: number }> {
  const query = parseTextQuery(text)
  if (!('address' in query) && query.terms.length === 0) return { hits: [], domains: 0 }
  const whole = searchable(text.trim())
  const named = [...accountHits(database, query), ...serverHits(database, query), ...('address' in query ? [] : domainHits(database, whole, query.terms))]
  const ranked = inOrder(named, whole)
  await breathe()
  const records = await recordHits(database, query, whole, limit)
  await breathe()
  const keptForRecords = Math.min(records.length, Math.floor(limit / 3))
  const names = ranked.slice(0, Math.max(limit - records.length, limit - keptForRecords))
  const domains = countListed(database, { accountIds: null, statuses: null, expiresWithinDays: null, text }, now)
  return { hits: [...names, ...records.slice(0, limit - names.length)], domains }
}

/** Whole names first, then beginnings, then the others as they were found. */
function inOrder(hits: readonly Hit[], text: string): Hit[] {
  return hits
    .map((hit, index) => ({ hit, index, rank: rankOf(hit, text) }))
    .sort((one, other) => one.rank - other.rank || Number(isGone(one.hit)) - Number(isGone(other.hit)) || one.index - other.index)
    .map(({ hit }) => hit)
}

function rankOf(hit: Hit, text: string): number {
  const names = hit.kind === 'domain' || hit.kind === 'server' ? [searchable(hit.title), hit.target] : [searchable(hit.title)]
  if (names.includes(text)) return 0
  return names.some((name) => name.startsWith(text)) ? 1 : 2
}

function isGone({ goneSince = null }: Hit): boolean {
  return goneSince !== null
}

function accountHits(database: Database, query: TextQuery): Hit[] {
  const accounts = database.all<{ id: string; label: string; folder: string; notes: string }>('select id, label, folder, notes from account order by label')
  return accounts
    .filter(({ label, folder, notes }) => hasQueried([label, folder, notes].join('\n'), query))
    .map(({ id, label, folder, notes }) => {
      const detail = [notes, folder].find((part) => hasAny(part, query)) ?? folder
      return { kind: 'account', accountId: id, target: id, title: label, detail: cutAround(detail, wordsOf(query)) }
    })
}

/** What a text is cut around. */
function wordsOf(query: TextQuery): string[] {
  return 'address' in query ? [query.address] : query.terms
}

function hasAny(text: string, query: TextQuery): boolean {
  return 'address' in query ? hasQueried(text, query) : query.terms.some((term) => searchable(text).includes(term))
}

function serverHits(database: Database, query: TextQuery): Hit[] {
  return allServers(database)
    .filter((server) => hasQueried(serverTexts(server).join('\n'), query))
    .map((server) => {
      const others = serverTexts(server).filter((part) => part !== server.row.name)
      const detail = others.find((part) => hasAny(part, query)) ?? server.row.planName ?? server.row.status
      return { kind: 'server', accountId: server.row.accountId, target: server.row.name, title: server.row.name, detail: cutAround(detail, wordsOf(query)), goneSince: server.row.goneSince }
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
    goneSince: row.gone_since,
  }))
}

function beginning(database: Database, column: 'name' | 'decoded_name', text: string): NamedDomain[] {
  return database.all<NamedDomain>(
    `select account_id, name, decoded_name, gone_since from domain where ${column} >= ? and ${column} < ? order by ${column}, account_id limit ${candidates}`,
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
      `select d.account_id, d.name, d.decoded_name, d.gone_since from domain d where ${likes.join(' and ')} order by d.name limit ${candidates}`,
      ...patterns,
    )
  }
  return database.all<NamedDomain>(
    `select d.account_id, d.name, d.decoded_name, d.gone_since from search s cross join search_entry e on e.rowid = s.rowid
     cross join domain d on d.account_id = e.account_id and d.name = e.target
     where s.search match ? ${likes.map((like) => `and ${like}`).join(' ')} limit ${candidates}`,
    `{title} : (${match})`,
    ...patterns,
  )
}

/** Text shorter than the index can find is looked for entry by entry, so many at once. */
const entriesAtOnce = 1000

async function recordHits(database: Database, query: TextQuery, whole: string, limit: number): Promise<Hit[]> {
  const seen = new Set<string>()
  const hits: Hit[] = []
  const take = (entries: Entry[]): void => {
    for (const { account_id, target } of entries) {
      if (hits.length >= limit) return
      const key = `${account_id} ${target}`
      const goneSince = database.get<{ at: number | null }>('select gone_since as at from domain where account_id = ? and name = ?', account_id, target)?.at ?? null
      if (!seen.has(key)) hits.push(...hitsIn(account_id, target, takeRecords(database, account_id, target), query).map((hit) => ({ ...hit, goneSince })))
      seen.add(key)
    }
  }
  const found = (): Hit[] => inOrder(hits, whole).slice(0, limit)
  if ('address' in query) {
    take(database.all<Entry>(`${withEntry('select entry from domain_address where address = ?')} limit ${candidates}`, query.address))
    return found()
  }
  const { match } = splitTerms(query.terms)
  // A whole host comes first, however many others have it as a part.
  take(domainsAbove(database, whole))
  if (match !== null) {
    take(database.all<Entry>(`${withEntry('select rowid as entry from search where search match ?')} limit ${candidates}`, `{body} : (${match})`))
    return found()
  }
  for (let after = 0; hits.length < limit; ) {
    const slice = `select rowid, account_id, target, body from search_entry where rowid > ? order by rowid limit ${entriesAtOnce}`
    const last = database.get<{ last: number | null }>(`select max(rowid) as last from (${slice})`, after)?.last ?? null
    if (last === null) break
    const likes = query.terms.map(() => `body like ? escape '\\'`).join(' and ')
    take(database.all<Entry>(`select account_id, target from (${slice}) where ${likes}`, after, ...query.terms.map(likePattern)))
    after = last
    await breathe()
  }
  return found()
}

function withEntry(numbers: string): string {
  return `select e.account_id, e.target from (${numbers}) n cross join search_entry e on e.rowid = n.entry`
}

/** The stored domains that a host may stand in: itself and what follows each of its dots. */
function domainsAbove(database: Database, host: string): Entry[] {
  const labels = host.split('.')
  const names = labels.map((_, index) => labels.slice(index).join('.'))
  return database.all<Entry>('select account_id, name as target from domain where name in (select value from json_each(?)) order by length(name) desc, account_id', JSON.stringify(names))
}

interface Entry {
  account_id: string
  target: string
}

function hitsIn(accountId: string, domain: string, records: ZoneRecord[], query: TextQuery): Omit<Hit, 'goneSince'>[] {
  return records
    .filter((record) => ('address' in query ? hasQueried(record.content, query) : hasAllTerms(recordLine(domain, record), query.terms)))
    .map((record) => ({
      kind: 'record',
      accountId,
      target: domain,
      title: record.host === '@' ? domain : `${record.host}.${domain}`,
      detail: `${record.type} ${cutAround(record.content, wordsOf(query))}`,
    }))
}
