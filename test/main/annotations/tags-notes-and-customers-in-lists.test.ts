import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import { maxTagsPerResource } from '#shared/tag-rules.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-for-tags'
const names = ['one.example', 'two.example', 'three.example']
let rig: SimulatorRig
let accountId: string

beforeEach(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token }],
          domains: names.map((domain_name) => ({
            domain_name,
            records: [{ type: 'A', host: 'www', content: '192.0.2.1' }],
          })),
          servers: [{ server_id: 'web1' }],
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
  await syncAll()
})
afterEach(() => rig.close())

async function syncAll(): Promise<void> {
  const ended = rig.event('sync.changed', (accounts) =>
    accounts.every(({ state, endedAt }) => state === 'idle' && endedAt !== null),
  )
  await rig.call('sync.start', {})
  await ended
}

const domain = (name: string): AnnotationTarget => ({ kind: 'domain', accountId, name })
const tag = (name: string, add: string[], remove: string[] = []) =>
  rig.call('annotations.changeTagsAndCustomers', { changes: [{ target: domain(name), add, remove }] })
const tagsOf = async (name: string) => (await rig.call('inventory.domain', { accountId, name })).annotation.tags
const find = async (filter: object) =>
  (await rig.call('inventory.domains', { filter })).rows.map(({ name, match, matchedAnnotation }) => [
    name,
    match ?? matchedAnnotation ?? null,
  ])

test('Tags and a note stay with their domain after a restart and after a sync, and no request to the service contains them', async () => {
  await tag('one.example', ['VIP', 'プレミアム'])
  await rig.call('annotations.setNote', { target: domain('one.example'), note: 'Owner: Aoi\nPays in March' })
  const sent = rig.simulator.ledger.requests.length
  await rig.restart()
  expect((await rig.call('inventory.domain', { accountId, name: 'one.example' })).annotation).toEqual({
    tags: ['VIP', 'プレミアム'],
    customer: '',
    note: 'Owner: Aoi\nPays in March',
  })
  expect(rig.simulator.ledger.requests).toHaveLength(sent)
  await syncAll()
  expect((await rig.call('inventory.domains', {})).rows.map(({ tags }) => tags)).toEqual([
    ['VIP', 'プレミアム'],
    [],
    [],
  ])
  expect(JSON.stringify(rig.simulator.ledger.requests)).not.toContain('VIP')
})

test('A tag that differs only in case from a tag in use is that tag', async () => {
  await tag('one.example', ['VIP'])
  await tag('two.example', ['vip', 'Shop'])
  expect(await tagsOf('two.example')).toEqual(['Shop', 'VIP'])
  await tag('two.example', ['shop'], ['Vip'])
  expect(await tagsOf('two.example')).toEqual(['Shop'])
  expect(await rig.call('annotations.tags', {})).toEqual({ domains: ['Shop', 'VIP'], servers: [] })
})

test('A tag is in use until no domain and no server has it', async () => {
  const server: AnnotationTarget = { kind: 'server', accountId, name: 'web1' }
  const { name } = (await rig.call('inventory.servers', {})).rows[0] as { name: string }
  server.name = name
  await tag('one.example', ['shared'])
  await rig.call('annotations.changeTagsAndCustomers', { changes: [{ target: server, add: ['shared', 'host'] }] })
  expect(await rig.call('annotations.tags', {})).toEqual({ domains: ['shared'], servers: ['host', 'shared'] })
  await tag('one.example', [], ['shared'])
  expect(await rig.call('annotations.tags', {})).toEqual({ domains: [], servers: ['host', 'shared'] })
  expect((await rig.call('inventory.server', { accountId, name })).annotation.tags).toEqual(['host', 'shared'])
})

test('Several domains are tagged in one step, or none when one of them is not known', async () => {
  const changes = [...names, 'nobody.example'].map((name) => ({ target: domain(name), add: ['new'] }))
  await expect(rig.call('annotations.changeTagsAndCustomers', { changes })).rejects.toMatchObject({ kind: 'not_found' })
  expect(await tagsOf('one.example')).toEqual([])
  await tag('two.example', ['new'])
  const { undo } = await rig.call('annotations.changeTagsAndCustomers', { changes: changes.slice(0, 3) })
  expect(undo).toEqual(
    ['one.example', 'three.example'].map((name) => ({
      target: domain(name),
      add: [],
      remove: ['new'],
      customer: null,
      onlyIfCustomer: null,
    })),
  )
  await rig.call('annotations.changeTagsAndCustomers', { changes: undo })
  expect(await Promise.all(names.map(tagsOf))).toEqual([[], ['new'], []])
})

test('A domain with more tags than the limit is refused, and the error names no tag', async () => {
  const many = Array.from({ length: maxTagsPerResource }, (_, index) => `secret-plan-${index}`)
  await tag('one.example', many)
  const answer = await rig.answer('annotations.changeTagsAndCustomers', {
    changes: [{ target: domain('one.example'), add: ['secret-plan-x'] }],
  })
  expect(answer).toMatchObject({
    ok: false,
    error: {
      kind: 'invalid_input',
      details: { issues: [{ code: 'tooManyTags', values: { name: 'one.example', max: maxTagsPerResource } }] },
    },
  })
  expect(answer).not.toHaveProperty('error.code')
  expect(JSON.stringify(answer)).not.toContain('secret-plan')
  expect(
    await rig.answer('annotations.changeTagsAndCustomers', {
      changes: [{ target: domain('one.example'), add: ['a, b'] }],
    }),
  ).toMatchObject({ ok: false, error: { kind: 'invalid_input' } })
})

test('The list filters by every chosen tag, and its text finds tags, notes and names together', async () => {
  await tag('one.example', ['Wordpress', '本番'])
  await tag('two.example', ['wordpress'])
  await rig.call('annotations.setNote', { target: domain('two.example'), note: 'Called about the invoice' })
  expect(await find({ tags: ['WORDPRESS'] })).toEqual([
    ['one.example', null],
    ['two.example', null],
  ])
  expect(await find({ tags: ['wordpress', '本番'] })).toEqual([['one.example', null]])
  expect(await find({ text: 'wordpress two' })).toEqual([['two.example', 'Wordpress']])
  expect(await find({ text: '本番' })).toEqual([['one.example', '本番']])
  expect(await find({ text: 'invoice' })).toEqual([['two.example', 'Called about the invoice']])
  expect(await rig.call('inventory.domainCounts', { filter: { tags: ['本番'] } })).toMatchObject({
    byStatus: [{ count: 1 }],
  })
})

test('The search finds a domain by its tag or note and shows where it matched', async () => {
  await tag('three.example', ['Bakery'])
  const { hits } = await rig.call('inventory.search', { text: 'bakery', limit: 10 })
  expect(hits).toMatchObject([{ kind: 'domain', target: 'three.example', detail: 'Bakery' }])
})

test('The server list filters by tag, and its text finds tags and notes', async () => {
  const [server] = (await rig.call('inventory.servers', {})).rows
  const target: AnnotationTarget = { kind: 'server', accountId, name: server?.name ?? '' }
  await rig.call('annotations.changeTagsAndCustomers', { changes: [{ target, add: ['Rack 4'] }] })
  await rig.call('annotations.setNote', { target, note: 'Ask Aoi first' })
  for (const filter of [{ tags: ['rack 4'] }, { text: 'rack' }, { text: 'aoi' }])
    expect((await rig.call('inventory.servers', { filter })).rows).toMatchObject([{ tags: ['Rack 4'] }])
  expect((await rig.call('inventory.servers', { filter: { tags: ['rack'] } })).rows).toEqual([])
})

test('Removing an account says how many tags and notes it deletes, and deletes them', async () => {
  await tag('one.example', ['VIP'])
  await rig.call('annotations.setNote', { target: domain('two.example'), note: 'Note' })
  expect(await rig.call('accounts.removalPreview', { accountId })).toMatchObject({ annotations: 2 })
  await rig.call('accounts.remove', { accountId })
  expect(await rig.call('annotations.tags', {})).toEqual({ domains: [], servers: [] })
})

test('500 domains are tagged in one step and get their former tags back, without a call to the service', async () => {
  const many = Array.from({ length: 500 }, (_, index) => `many-${index}.example`)
  const database = new DatabaseSync(join(rig.profile, 'banto.db'))
  for (const name of many)
    database
      .prepare(`insert into domain (account_id, name, status, read_at) values (?, ?, 'active', 1)`)
      .run(accountId, name)
  database.close()
  await rig.call('annotations.changeTagsAndCustomers', {
    changes: many.slice(0, 100).map((name) => ({ target: domain(name), add: ['Old'] })),
  })
  const sent = rig.simulator.ledger.requests.length
  const changes = many.map((name) => ({ target: domain(name), add: ['New'], remove: ['Old'] }))
  const { undo } = await rig.call('annotations.changeTagsAndCustomers', { changes })
  expect((await rig.call('inventory.domains', { filter: { tags: ['new'] } })).total).toBe(500)
  await rig.call('annotations.changeTagsAndCustomers', { changes: undo })
  expect((await rig.call('inventory.domains', { filter: { tags: ['new'] } })).total).toBe(0)
  expect((await rig.call('inventory.domains', { filter: { tags: ['old'] } })).total).toBe(100)
  expect(rig.simulator.ledger.requests).toHaveLength(sent)
})

const customerOf = async (name: string) => (await rig.call('inventory.domain', { accountId, name })).annotation.customer
const give = (customer: string | null, ...to: string[]) =>
  rig.call('annotations.changeTagsAndCustomers', { changes: to.map((name) => ({ target: domain(name), customer })) })

test('A domain has at most one customer, which stays after a restart and leaves its tags and note as they are', async () => {
  await tag('one.example', ['VIP'])
  await rig.call('annotations.setNote', { target: domain('one.example'), note: 'Call first' })
  await give('Aoba Ltd', 'one.example')
  await give('青葉商店', 'one.example')
  await rig.restart()
  expect((await rig.call('inventory.domain', { accountId, name: 'one.example' })).annotation).toEqual({
    tags: ['VIP'],
    customer: '青葉商店',
    note: 'Call first',
  })
  expect(await rig.call('annotations.customers', {})).toEqual({ domains: ['青葉商店'], servers: [] })
  await give('', 'one.example')
  expect(await rig.call('annotations.customers', {})).toEqual({ domains: [], servers: [] })
  expect(await tagsOf('one.example')).toEqual(['VIP'])
})

test('A customer that differs only in case or width is that customer, in the spelling of the domains that have it', async () => {
  await give('Aoba Ltd', 'one.example', 'two.example')
  await give('ＡＯＢＡ ltd', 'one.example')
  expect(await customerOf('one.example')).toBe('Aoba Ltd')
  expect(await rig.call('annotations.customers', {})).toEqual({ domains: ['Aoba Ltd'], servers: [] })
  await give('', 'two.example')
  await give('AOBA Ltd', 'one.example')
  expect(await customerOf('one.example')).toBe('AOBA Ltd')
})

test('A change of customers returns the change that restores them, and a name that is too long changes nothing', async () => {
  await give('Kaede', 'one.example')
  const { undo } = await give('Aoba', 'one.example', 'two.example')
  expect(undo.map(({ target, customer }) => [target.name, customer])).toEqual([
    ['one.example', 'Kaede'],
    ['two.example', ''],
  ])
  expect((await give('aoba', 'one.example')).undo).toEqual([])
  await rig.call('annotations.changeTagsAndCustomers', { changes: undo })
  expect(await Promise.all(names.map(customerOf))).toEqual(['Kaede', '', ''])
  await expect(give('x'.repeat(101), 'one.example', 'two.example')).rejects.toMatchObject({ kind: 'invalid_input' })
  await expect(give('Two\nlines', 'one.example')).rejects.toMatchObject({ kind: 'invalid_input' })
  expect(await customerOf('one.example')).toBe('Kaede')
})

test('The undo of a change of customers keeps a customer that was given later', async () => {
  const { undo } = await give('Aoba', 'one.example', 'two.example')
  await give('Kaede', 'one.example')
  const taken = await rig.call('annotations.changeTagsAndCustomers', { changes: undo })
  expect(await Promise.all([customerOf('one.example'), customerOf('two.example')])).toEqual(['Kaede', ''])
  expect(taken.undo.map(({ target }) => target.name)).toEqual(['two.example'])
})

test('The lists filter by customer or by having none, and their text finds the customer', async () => {
  await give('Aoba Ltd', 'one.example')
  await give('Kaede', 'two.example')
  const [server] = (await rig.call('inventory.servers', {})).rows
  const target: AnnotationTarget = { kind: 'server', accountId, name: server?.name ?? '' }
  await rig.call('annotations.changeTagsAndCustomers', { changes: [{ target, customer: 'Aoba Ltd' }] })
  const namesFor = async (customers: string[]) => (await find({ customers })).map(([name]) => name)
  expect(await namesFor(['aoba ＬＴＤ'])).toEqual(['one.example'])
  expect(await namesFor(['Aoba Ltd', 'Kaede'])).toEqual(['one.example', 'two.example'])
  expect(await namesFor([''])).toEqual(['three.example'])
  expect(await namesFor(['', 'Kaede'])).toEqual(['three.example', 'two.example'])
  expect(await namesFor(['Aoba'])).toEqual([])
  expect(await find({ text: 'aoba one' })).toEqual([['one.example', 'Aoba Ltd']])
  const countServers = async (filter: object) => (await rig.call('inventory.servers', { filter })).total
  expect(await countServers({ customers: ['AOBA LTD'] })).toBe(1)
  expect(await countServers({ customers: ['Kaede'] })).toBe(0)
  expect(await countServers({ customers: [''] })).toBe(0)
  expect(await countServers({ text: 'aoba' })).toBe(1)
  expect(await rig.call('inventory.domainCounts', { filter: { customers: ['Kaede'] } })).toMatchObject({
    byStatus: [{ count: 1 }],
  })
})
