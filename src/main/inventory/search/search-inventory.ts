import { domainToASCII } from 'node:url'
import { getCustomerComparisonKey } from '#shared/customer-name-rules.ts'
import type { Annotation } from '#shared/ipc/annotations.ts'
import { getTagComparisonKey } from '#shared/tag-rules.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { CustomerHit, SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'
import { queryAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import { findAnnotationTextWithAnyWord } from '#main/inventory/search-index/find-annotation-text-with-any-word.ts'
import { buildDomainAnnotationContainsSql } from '#main/annotations/build-domain-annotation-filter-sql.ts'
import type { Database } from '#main/store/database.ts'
import {
  formatRecordLine,
  joinNamesOfDomainForSearch,
} from '#main/inventory/search-index/format-record-and-domain-names-as-text.ts'
import { queryAllServers, listSearchableServerTexts } from '#main/inventory/servers/query-servers.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import {
  extractSearchSnippet,
  containsAllTerms,
  matchesSearchText,
  toLikePattern,
  buildDomainNameContainsSql,
  parseSearchText,
  toFtsMatchAndSplitTerms,
  type ParsedSearchText,
} from '#main/inventory/search-index/parse-and-match-search-text.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'
import { findDomainHitsByNameserver } from './find-domain-hits-by-nameserver.ts'
import { queryZoneRecords } from '#main/inventory/domains/zone-store.ts'

interface DomainNameRow {
  account_id: string
  name: string
  decoded_name: string | null
  gone_since: number | null
  /** The tag, the customer or the part of the note that matches; absent when the name matches. */
  match?: string | null
  /** Whether `match` is a tag or a customer that equals the text. */
  isExact?: boolean
}

/** Maximum number of domains that are read for names or records before the best hits are chosen. */
const maxCandidates = 300

/** Maximum number of hits by name server, because one name server may serve every domain. */
const maxNameserverHits = 10

/**
 * Maximum number of hits that have exactly this tag or customer, so that names that begin with the text are shown, too.
 */
const maxExactAnnotationHits = 10

/**
 * Searches names, name servers, records, memos, tags, customers, notes and labels of all accounts for every word of the
 * text, or for an address. Order: equal names, equal tags, customers and name servers, then names that begin with the
 * text, then other hits, then name servers that contain the text, then records. A gone hit follows the present hits of
 * its rank. A third of `limit` is kept for records.
 */
export async function searchInventory(
  database: Database,
  text: string,
  limit: number,
): Promise<{ hits: SearchHit[]; customers: CustomerHit[] }> {
  const query = parseSearchText(text)
  if (!('address' in query) && query.terms.length === 0) return { hits: [], customers: [] }
  const whole = normalizeSearchText(text.trim())
  const named = [
    ...findAccountHits(database, query),
    ...findServerHits(database, query, whole),
    ...('address' in query ? [] : findDomainHits(database, whole, query.terms)),
  ]
  if (!('address' in query)) {
    const found = new Set(named.map(({ accountId, kind, target }) => `${kind} ${accountId} ${target}`))
    named.push(
      ...findDomainHitsByNameserver(database, whole, query.terms, maxNameserverHits, (accountId, name) =>
        found.has(`domain ${accountId} ${name}`),
      ),
    )
  }
  const ranked = sortHits(named, whole)
  await yieldToEventLoop()
  const records = await findRecordHits(database, query, whole, limit)
  const keptForRecords = Math.min(records.length, Math.floor(limit / 3))
  const names = ranked.slice(0, Math.max(limit - records.length, limit - keptForRecords))
  return {
    hits: [...names, ...records.slice(0, limit - names.length)],
    customers: findCustomerHits(database, query, whole),
  }
}

/** The order that `searchInventory` states. Hits of one rank keep their given order. */
function sortHits(hits: readonly SearchHit[], text: string): SearchHit[] {
  return hits
    .map((hit, index) => ({ hit, index, rank: rankOf(hit, text) }))
    .sort(
      (one, other) =>
        one.rank - other.rank || Number(isGone(one.hit)) - Number(isGone(other.hit)) || one.index - other.index,
    )
    .map(({ hit }) => hit)
}

function rankOf(hit: SearchHit, text: string): number {
  const names =
    hit.kind === 'domain' || hit.kind === 'server'
      ? [normalizeSearchText(hit.title), hit.target]
      : [normalizeSearchText(hit.title)]
  if (names.includes(text)) return 0
  if (hit.isExact) return 1
  if (hit.matchedIn === 'nameserver') return 4
  return names.some((name) => name.startsWith(text)) ? 2 : 3
}

function isGone({ goneSince = null }: SearchHit): boolean {
  return goneSince !== null
}

function findAccountHits(database: Database, query: ParsedSearchText): SearchHit[] {
  const accounts = database.all<{ id: string; label: string; folder: string; notes: string }>(
    'select id, label, folder, notes from account order by label',
  )
  return accounts
    .filter(({ label, folder, notes }) => matchesSearchText([label, folder, notes].join('\n'), query))
    .map(({ id, label, folder, notes }) => {
      const detail = [notes, folder].find((part) => hasAny(part, query)) ?? folder
      return {
        kind: 'account',
        accountId: id,
        target: id,
        title: label,
        detail: extractSearchSnippet(detail, queryWords(query)),
      }
    })
}

/** The words around which an excerpt is cut. */
function queryWords(query: ParsedSearchText): string[] {
  return 'address' in query ? [query.address] : query.terms
}

function hasAny(text: string, query: ParsedSearchText): boolean {
  return 'address' in query
    ? matchesSearchText(text, query)
    : query.terms.some((term) => normalizeSearchText(text).includes(term))
}

function findServerHits(database: Database, query: ParsedSearchText, text: string): SearchHit[] {
  return queryAllServers(database)
    .filter((server) => matchesSearchText(listSearchableServerTexts(server).join('\n'), query))
    .map((server) => {
      const others = listSearchableServerTexts(server).filter((part) => part !== server.row.name)
      const equal = findEqualTagOrCustomer(server.row, text)
      const detail = equal ?? others.find((part) => hasAny(part, query)) ?? server.row.planName ?? server.row.status
      return {
        kind: 'server',
        accountId: server.row.accountId,
        target: server.row.name,
        title: server.row.name,
        detail: extractSearchSnippet(detail, queryWords(query)),
        ...(equal !== null && { isExact: true }),
        goneSince: server.row.goneSince,
      }
    })
}

function findDomainHits(database: Database, text: string, terms: string[]): SearchHit[] {
  const found = new Map<string, DomainNameRow>()
  for (const row of [
    ...queryDomainsStartingWith(database, 'name', text),
    ...queryDomainsStartingWith(database, 'decoded_name', text),
    ...queryDomainsContaining(database, terms),
    ...queryDomainsAnnotated(database, terms),
    ...queryDomainsWithTagOrCustomer(database, text),
  ]) {
    found.set(`${row.account_id} ${row.name}`, row)
  }
  return [...found.values()].map((row) => ({
    kind: 'domain',
    accountId: row.account_id,
    target: row.name,
    title: row.decoded_name ?? row.name,
    detail: row.match ?? row.name,
    ...(row.isExact && { isExact: true }),
    goneSince: row.gone_since,
  }))
}

function queryDomainsStartingWith(database: Database, column: 'name' | 'decoded_name', text: string): DomainNameRow[] {
  return database.all<DomainNameRow>(
    `select account_id, name, decoded_name, gone_since from domain where ${column} >= ? and ${column} < ? order by ${column}, account_id limit ${maxCandidates}`,
    text,
    `${text}\u{10ffff}`,
  )
}

function queryDomainsContaining(database: Database, terms: string[]): DomainNameRow[] {
  const { match, short } = toFtsMatchAndSplitTerms(terms)
  const conditions = short.map(buildDomainNameContainsSql)
  const likes = conditions.map(({ sql }) => sql)
  const patterns = conditions.flatMap(({ params }) => params)
  if (match === null) {
    // The name index does not contain `decoded_name`. The join with `found` reads it for the matching rows only.
    return database.all<DomainNameRow>(
      `select d.account_id, d.name, found.decoded_name, d.gone_since from domain d
       cross join domain found on found.account_id = d.account_id and found.name = d.name
       where ${likes.join(' and ')} order by d.name limit ${maxCandidates}`,
      ...patterns,
    )
  }
  return database.all<DomainNameRow>(
    `select d.account_id, d.name, d.decoded_name, d.gone_since from search s cross join search_entry e on e.rowid = s.rowid
     cross join domain d on d.account_id = e.account_id and d.name = e.target
     where s.search match ? ${likes.map((like) => `and ${like}`).join(' ')} limit ${maxCandidates}`,
    `{title} : (${match})`,
    ...patterns,
  )
}

/** The domains whose names, tags, customer and note contain every word, where the names alone do not. */
function queryDomainsAnnotated(database: Database, terms: string[]): DomainNameRow[] {
  const { sql, params } = buildDomainAnnotationContainsSql(terms)
  const rows = database.all<DomainNameRow>(
    `select d.account_id, d.name, d.decoded_name, d.gone_since from domain d where ${sql} order by d.name limit ${maxCandidates}`,
    ...params,
  )
  return rows.flatMap((row) => {
    const names = normalizeSearchText(joinNamesOfDomainForSearch(row.name, row.decoded_name))
    const others = terms.filter((term) => !names.includes(term))
    const annotation = queryAnnotation(database, { kind: 'domain', accountId: row.account_id, name: row.name })
    return others.length === 0 ? [] : [{ ...row, match: findAnnotationTextWithAnyWord(annotation, others) }]
  })
}

/** The domains with a tag or a customer that equals the text. */
function queryDomainsWithTagOrCustomer(database: Database, text: string): DomainNameRow[] {
  const keys = [getTagComparisonKey(text), getCustomerComparisonKey(text)]
  const isInUse = database.get(
    'select 1 from tag where key = ? union all select 1 from customer where key = ?',
    ...keys,
  )
  if (!isInUse) return []
  const rows = database.all<DomainNameRow>(
    `select d.account_id, d.name, d.decoded_name, d.gone_since from annotation n
     cross join domain d on d.account_id = n.account_id and d.name = n.name
     where n.kind = 'domain' and (instr(n.tag_keys, char(10) || ? || char(10)) > 0 or n.customer_key = ?)
     order by d.gone_since is not null, d.name limit ${maxExactAnnotationHits}`,
    ...keys,
  )
  return rows.map((row) => {
    const annotation = queryAnnotation(database, { kind: 'domain', accountId: row.account_id, name: row.name })
    return { ...row, match: findEqualTagOrCustomer(annotation, text), isExact: true }
  })
}

/** The tag or the customer that equals the text; null when none does. */
function findEqualTagOrCustomer(
  { tags, customer }: Pick<Annotation, 'tags' | 'customer'>,
  text: string,
): string | null {
  const tag = tags.find((each) => getTagComparisonKey(each) === getTagComparisonKey(text))
  if (tag !== undefined) return tag
  return customer !== '' && getCustomerComparisonKey(customer) === getCustomerComparisonKey(text) ? customer : null
}

/** Words too short for the index are searched entry by entry, this many IDs per query. Few IDs have no entry. */
const entryIdsPerChunk = 2000

async function findRecordHits(
  database: Database,
  query: ParsedSearchText,
  whole: string,
  limit: number,
): Promise<SearchHit[]> {
  const seen = new Set<string>()
  const hits: SearchHit[] = []
  const addHits = (entries: SearchEntryTarget[]): void => {
    for (const { account_id, target } of entries) {
      if (hits.length >= limit) return
      const key = `${account_id} ${target}`
      const goneSince =
        database.get<{ at: number | null }>(
          'select gone_since as at from domain where account_id = ? and name = ?',
          account_id,
          target,
        )?.at ?? null
      if (!seen.has(key))
        hits.push(
          ...matchZoneRecords(account_id, target, queryZoneRecords(database, account_id, target), query).map((hit) => ({
            ...hit,
            goneSince,
          })),
        )
      seen.add(key)
    }
  }
  const found = (): SearchHit[] => sortHits(hits, whole).slice(0, limit)
  if ('address' in query) {
    addHits(
      database.all<SearchEntryTarget>(
        `${selectEntryTargetsSql('select entry from domain_address where address = ?')} limit ${maxCandidates}`,
        query.address,
      ),
    )
    return found()
  }
  const { match, short } = toFtsMatchAndSplitTerms(query.terms)
  // A record whose whole host equals the text comes first, however many other records contain the text.
  addHits(queryParentDomains(database, domainToASCII(whole) || whole))
  if (match !== null) {
    const likes = short.map(() => `and e.body like ? escape '\\'`).join(' ')
    // The words of a candidate may be in different records of it. So a chunk of candidates may have no hit.
    for (let after = 0; hits.length < limit;) {
      const candidates = database.all<SearchEntryTarget & { entry: number }>(
        `select s.rowid as entry, e.account_id, e.target from search s cross join search_entry e on e.rowid = s.rowid
         where s.search match ? and s.rowid > ? ${likes} order by s.rowid limit ${maxCandidates}`,
        `{body} : (${match})`,
        after,
        ...short.map(toLikePattern),
      )
      addHits(candidates)
      const last = candidates.at(-1)
      if (!last || candidates.length < maxCandidates) break
      after = last.entry
      await yieldToEventLoop()
    }
    return found()
  }
  const newestId = database.get<{ id: number | null }>('select max(rowid) as id from search_entry')?.id ?? 0
  const likes = query.terms.map(() => `body like ? escape '\\'`).join(' and ')
  for (let after = 0; after < newestId && hits.length < limit; after += entryIdsPerChunk) {
    addHits(
      database.all<SearchEntryTarget>(
        `select account_id, target from search_entry where rowid > ? and rowid <= ? and ${likes} order by rowid`,
        after,
        after + entryIdsPerChunk,
        ...query.terms.map(toLikePattern),
      ),
    )
    await yieldToEventLoop()
  }
  return found()
}

function selectEntryTargetsSql(numbers: string): string {
  return `select e.account_id, e.target from (${numbers}) n cross join search_entry e on e.rowid = n.entry`
}

/** The stored domains that may hold a host: the host itself and each of its parent names. */
function queryParentDomains(database: Database, host: string): SearchEntryTarget[] {
  const labels = host.split('.')
  const names = labels.map((_, index) => labels.slice(index).join('.'))
  return database.all<SearchEntryTarget>(
    'select account_id, name as target from domain where name in (select value from json_each(?)) order by length(name) desc, account_id',
    JSON.stringify(names),
  )
}

interface SearchEntryTarget {
  account_id: string
  target: string
}

function matchZoneRecords(
  accountId: string,
  domain: string,
  records: ZoneRecord[],
  query: ParsedSearchText,
): Omit<SearchHit, 'goneSince'>[] {
  return records
    .filter((record) =>
      'address' in query
        ? matchesSearchText(record.content, query)
        : containsAllTerms(formatRecordLine(domain, record), query.terms),
    )
    .map((record) => ({
      kind: 'record',
      accountId,
      target: domain,
      title: record.host === '@' ? domain : `${record.host}.${domain}`,
      detail: `${record.type} ${extractSearchSnippet(record.content, queryWords(query))}`,
    }))
}

/** At most this many customers are found; a longer list is on the page of customers. */
const maxCustomerHits = 8

/**
 * The customers whose names contain every word. Order: an equal name, names that begin with the text, others; each by
 * name.
 */
function findCustomerHits(database: Database, query: ParsedSearchText, whole: string): CustomerHit[] {
  if ('address' in query) return []
  const rank = (key: string): number => (key === whole ? 0 : key.startsWith(whole) ? 1 : 2)
  return database
    .all<{ key: string; label: string }>('select key, label from customer order by key')
    .filter(({ key }) => query.terms.every((term) => key.includes(term)))
    .sort((one, other) => rank(one.key) - rank(other.key))
    .slice(0, maxCustomerHits)
    .map(({ label }) => ({ name: label }))
}
