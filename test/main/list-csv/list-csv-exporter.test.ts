import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { domainFilterSchema, serverFilterSchema, type DomainFilter } from '#shared/ipc/inventory.ts'
import { scanCsvRow } from '#shared/csv/scan-csv-row.ts'
import { saveAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import { writeChosenFile } from '#main/app/write-chosen-file.ts'
import { createListCsvExporter } from '#main/list-csv/list-csv-exporter.ts'
import {
  completeListSource,
  dnsRecord,
  domainListItem,
  openTemporaryInventory,
} from '#test/main/inventory/temporary-inventory.ts'

function openExports(accountIds = ['a', 'b']) {
  const store = openTemporaryInventory(accountIds)
  const folder = mkdtempSync(join(tmpdir(), 'banto-list-csv-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'list.csv')
  const progress: { done: number; total: number }[] = []
  let onProgress: () => void = () => undefined
  const exports = createListCsvExporter({
    inventory: store.inventory,
    openCustomerResources: async () => ({ ids: [], read: async () => [] }),
    clock: store.clock,
    emit(name, payload) {
      if (name !== 'listCsv.progress') return
      progress.push(payload as never)
      onProgress()
    },
    accountLabels: () => new Map([['a', '=Account A']]),
    async choosePathAndSaveFile(_name, text) {
      await writeChosenFile(path, text)
      return path
    },
  })
  const storeDomains = (accountId: string, ...items: ReturnType<typeof domainListItem>[]) =>
    store.inventory.storeListedDomains(accountId, items, store.clock.now(), completeListSource)
  const saveDomains = (filter: Partial<DomainFilter> = {}, more: Partial<Parameters<typeof exports.domains>[0]> = {}) =>
    exports.domains({
      exportId: 'export',
      labels: { 'heading.name': 'Name', 'status.active': 'Active' },
      filter: domainFilterSchema.parse(filter),
      sort: 'name',
      isDescending: false,
      listId: null,
      only: null,
      ...more,
    })
  return {
    ...store,
    folder,
    path,
    progress,
    exports,
    storeDomains,
    saveDomains,
    onEveryProgress: (react: () => void) => void (onProgress = react),
    lines: () => readLines(path),
  }
}

function readLines(path: string): string[][] {
  const text = readFileSync(path, 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const lines: string[][] = []
  for (let at = 1; at < text.length;) {
    const row = scanCsvRow(text, at, text.length)
    lines.push(row.cells)
    at = row.nextRowStart
  }
  return lines
}

test('The CSV of a list has the rows of the filter in the order of the list, with the age of each fact', async () => {
  const { clock, inventory, storeDomains, saveDomains, lines } = openExports()
  await storeDomains(
    'a',
    domainListItem('one.example', { expiry_date: '2027-01-01' }),
    domainListItem('two.example', { status: 'expired', expiry_date: '2026-01-01' }),
    domainListItem('three.example', { expiry_date: '2026-02-01' }),
  )
  await storeDomains('b', domainListItem('four.example'))
  inventory.storeZone('a', 'one.example', [dnsRecord(1, '@', '192.0.2.1')], clock.now())
  await clock.advance(1.25 * hourMs)
  expect(
    await saveDomains({ statuses: ['active'], accountIds: ['a'] }, { sort: 'expiry', isDescending: true }),
  ).toMatchObject({ rows: 2 })
  const [headings = [], ...rows] = lines()
  const cell = (row: number, heading: string) => rows[row]?.[headings.indexOf(heading)]
  expect(rows.map(([name]) => name)).toEqual(['one.example', 'three.example'])
  expect(headings[0]).toBe('Name')
  expect(cell(0, 'status')).toBe('Active')
  expect(cell(0, 'statusAge')).toBe('1.3')
  expect([cell(0, 'records'), cell(0, 'zoneAge'), cell(1, 'records'), cell(1, 'zoneAge')]).toEqual(['1', '1.3', '', ''])
  expect(cell(0, 'contractAge')).toBe('')
})

test('The CSV of domains says when status and expiry were last read, also if the contract was read after the list', async () => {
  const { clock, inventory, storeDomains, saveDomains, lines } = openExports()
  await storeDomains('a', domainListItem('one.example'))
  await clock.advance(hourMs)
  const contract = { status: 'active', expiry_date: '2028-01-01' }
  inventory.saveDetail('a', 'domain', 'one.example', 'detail', contract, clock.now())
  await saveDomains()
  const [headings = [], row = []] = lines()
  expect(headings).not.toContain('listReadAt')
  expect(headings).not.toContain('listAge')
  expect(row[headings.indexOf('expiry')]).toBe('2028-01-01')
  expect(row[headings.indexOf('statusReadAt')]).toBe(formatJapanTime(clock.now()))
  expect(row[headings.indexOf('statusAge')]).toBe('0')
})

test('The CSV of domains has each detail with its own time of reading, and the whole note', async () => {
  const { inventory, database, storeDomains, saveDomains, lines } = openExports()
  await storeDomains('a', domainListItem('one.co.jp'), domainListItem('two.example'))
  inventory.saveDetail(
    'a',
    'domain',
    'one.co.jp',
    'nameservers',
    { nameservers: ['ns2.example', 'ns1.example'] },
    1 * hourMs,
  )
  inventory.saveDetail('a', 'domain', 'one.co.jp', 'lock', { locked: true }, 2 * hourMs)
  inventory.saveDetail('a', 'domain', 'one.co.jp', 'whois', { whois_privacy: false }, 3 * hourMs)
  const note = 'note '.repeat(100).trim()
  saveAnnotation(database, { kind: 'domain', accountId: 'a', name: 'one.co.jp' }, { tags: [], customer: '', note })
  await saveDomains()
  const [headings = [], ...rows] = lines()
  const cells = (row: number, ...names: string[]) => names.map((name) => rows[row]?.[headings.indexOf(name)])
  expect(cells(0, 'tld', 'nameservers', 'nameserversReadAt', 'note')).toEqual([
    'co.jp',
    'ns1.example, ns2.example',
    formatJapanTime(1 * hourMs),
    note,
  ])
  expect(cells(0, 'lock', 'lockReadAt', 'privacy', 'privacyReadAt')).toEqual([
    'on',
    formatJapanTime(2 * hourMs),
    'off',
    formatJapanTime(3 * hourMs),
  ])
  expect(cells(1, 'nameservers', 'nameserversAge', 'lock', 'lockAge', 'privacy', 'privacyAge', 'note')).toEqual(
    Array.from({ length: 7 }, () => ''),
  )
})

test('The CSV of a search says for each row where the text was found, and in how many further records', async () => {
  const { clock, database, inventory, storeDomains, saveDomains, lines } = openExports()
  await storeDomains('a', ...['shop', 'one', 'two', 'three'].map((name) => domainListItem(`${name}.example`)))
  inventory.storeZone(
    'a',
    'one.example',
    ['shop', 'shop2', 'shop3', '@'].map((host, at) => dnsRecord(at + 1, host, '192.0.2.1')),
    clock.now(),
  )
  saveAnnotation(
    database,
    { kind: 'domain', accountId: 'a', name: 'two.example' },
    { tags: ['shops'], customer: '', note: '' },
  )
  const found = async (more: Parameters<typeof saveDomains>[1] = {}) => {
    await saveDomains({ text: 'shop' }, more)
    const [headings = [], ...rows] = lines()
    return rows.map((row) => [row[0], row[headings.indexOf('match')], row[headings.indexOf('otherMatches')]])
  }
  expect(await found()).toEqual([
    ['one.example', 'shop A 192.0.2.1', '2'],
    ['shop.example', 'name', ''],
    ['two.example', 'shops', ''],
  ])
  const labels = { 'match.name': 'ドメイン名', 'match.none': '一致なし' }
  const only = ['shop', 'three'].map((name) => ({ accountId: 'a', name: `${name}.example` }))
  expect(await found({ labels, only })).toEqual([
    ['shop.example', 'ドメイン名', ''],
    ['three.example', '一致なし', ''],
  ])
})

test('The list, its filter and its CSV show the registrar lock of the newer of lock and contract', async () => {
  const { inventory, storeDomains, saveDomains, lines } = openExports()
  await storeDomains('a', domainListItem('one.example'), domainListItem('unread.example'))
  const save = (kind: 'lock' | 'detail', isLocked: boolean, readAt: number, name = 'one.example') => {
    const epp_statuses = isLocked ? ['clientTransferProhibited'] : []
    const contract = { status: 'active', expiry_date: '2028-01-01', epp_statuses }
    inventory.saveDetail('a', 'domain', name, kind, kind === 'lock' ? { locked: isLocked } : contract, readAt)
  }
  const found = async (lock: 'on' | 'off' | 'unread') => {
    await saveDomains({ lock })
    const [headings = [], ...rows] = lines()
    return rows.map((row) =>
      ['name', 'lock', 'lockReadAt'].map((heading) => row[Math.max(0, headings.indexOf(heading))]),
    )
  }
  save('detail', true, 1 * hourMs, 'unread.example')
  save('lock', false, 2 * hourMs)
  save('detail', true, 3 * hourMs)
  expect(await found('on')).toEqual([['one.example', 'on', formatJapanTime(3 * hourMs)]])
  expect(await found('off')).toEqual([])
  expect(await found('unread')).toEqual([['unread.example', '', '']])
  save('lock', false, 4 * hourMs)
  expect(await found('off')).toEqual([['one.example', 'off', formatJapanTime(4 * hourMs)]])
  save('detail', false, 5 * hourMs)
  expect(await found('off')).toEqual([['one.example', 'off', formatJapanTime(4 * hourMs)]])
})

test('A text that a spreadsheet would run as a formula begins with an apostrophe in the CSV of a list', async () => {
  const { storeDomains, saveDomains, lines } = openExports()
  await storeDomains('a', domainListItem('one.example'))
  await saveDomains()
  expect(lines()[1]?.[2]).toBe(`'=Account A`)
})

test('The CSV of a selection has the selected domains in the order of the list, hidden ones included', async () => {
  const { storeDomains, saveDomains, lines } = openExports()
  await storeDomains('a', ...['one', 'two', 'three', 'four'].map((name) => domainListItem(`${name}.example`)))
  const only = ['one', 'unknown', 'two', 'four'].map((name) => ({ accountId: 'a', name: `${name}.example` }))
  await saveDomains({ text: 'one' }, { only, isDescending: true })
  expect(lines().map(([name]) => name)).toEqual(['Name', 'two.example', 'one.example', 'four.example'])
})

test('The CSV of a list that the window shows has its rows, also after a sync added others', async () => {
  const { inventory, storeDomains, saveDomains, lines } = openExports()
  await storeDomains('a', domainListItem('one.example'))
  const filter = domainFilterSchema.parse({})
  const { listId } = await inventory.domains({ filter, sort: 'name', isDescending: false, offset: 0, limit: 10 })
  await storeDomains('a', domainListItem('one.example'), domainListItem('other.example'))
  await saveDomains({}, { listId })
  expect(lines().map(([name]) => name)).toEqual(['Name', 'one.example'])
})

test('The CSV of a list is written in slices with progress, and cancelling it keeps the earlier file', async () => {
  const { exports, progress, storeDomains, saveDomains, onEveryProgress, path, folder } = openExports()
  await storeDomains('a', ...Array.from({ length: 2500 }, (_, n) => domainListItem(`d-${n}.example`)))
  await saveDomains()
  expect(progress).toEqual([0, 1000, 2000, 2500].map((done) => ({ exportId: 'export', done, total: 2500 })))
  writeFileSync(path, 'earlier')
  onEveryProgress(() => {
    if (progress.at(-1)?.done === 1000) exports.cancel('export')
  })
  await expect(saveDomains()).rejects.toMatchObject({ kind: 'cancelled' })
  expect(readFileSync(path, 'utf8')).toBe('earlier')
  expect(readdirSync(folder)).toEqual(['list.csv'])
})

const server = (servername: string, memo = '') => ({
  server_id: servername,
  servername,
  plan_id: 'p',
  plan_name: 'Plan',
  status: 'active',
  expiry_date: '2027-01-01',
  auto_renew: true,
  memo,
})

test('The CSV of servers says when status and expiry were last read, also of a server that left the list', async () => {
  const { inventory, exports, clock, lines } = openExports()
  const storeList = (...names: string[]) =>
    inventory.storeListedServers('a', names.map((name) => server(name)) as never, clock.now(), completeListSource)
  const readAt = clock.now()
  const staying = Array.from({ length: 9 }, (_, index) => `sv${index + 2}`)
  await storeList('sv1', ...staying)
  await clock.advance(hourMs)
  await storeList(...staying)
  const filter = serverFilterSchema.parse({ statuses: ['gone'] })
  await exports.servers({ exportId: 'x', labels: {}, filter, sort: 'name', isDescending: false })
  const [headings = [], row = [], ...others] = lines()
  expect(others).toEqual([])
  expect([row[0], row[headings.indexOf('statusReadAt')], row[headings.indexOf('statusAge')]]).toEqual([
    'sv1',
    formatJapanTime(readAt),
    '1',
  ])
})

test('The CSV of servers has the rows of the filter, or the selected ones, in the order of the list', async () => {
  const { inventory, exports, clock, lines } = openExports()
  await inventory.storeListedServers(
    'a',
    [server('sv1', 'shop'), server('sv2', 'shop, "two"\nlines'), server('sv3', 'other')] as never,
    clock.now(),
    completeListSource,
  )
  const labels = { 'value.on': 'On' }
  const filter = serverFilterSchema.parse({ text: 'shop' })
  expect(await exports.servers({ exportId: 'x', labels, filter, sort: 'name', isDescending: true })).toMatchObject({
    rows: 2,
  })
  const [headings = [], ...rows] = lines()
  expect(rows.map(([name]) => name)).toEqual(['sv2', 'sv1'])
  expect(rows[0]?.[headings.indexOf('memo')]).toBe('shop, "two"\nlines')
  expect(rows[0]?.[headings.indexOf('autoRenew')]).toBe('On')

  const only = ['sv1', 'sv3', 'sv9'].map((name) => ({ accountId: 'a', name }))
  await exports.servers({ exportId: 'y', labels, filter, sort: 'name', isDescending: true, only })
  expect(
    lines()
      .slice(1)
      .map(([name]) => name),
  ).toEqual(['sv3', 'sv1'])
})
