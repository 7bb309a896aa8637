import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { domainStatuses } from '#shared/api/domain-schemas.ts'
import { AppError } from '#shared/app-error.ts'
import {
  listAvailableDomainDetailKinds,
  domainDetailKinds,
  type DomainDetailKind,
} from '#shared/domain-and-server-detail-kinds.ts'
import { dayMs } from '#shared/durations.ts'
import type { detailsAges } from '#shared/ipc/inventory.ts'
import { storeOldestDetailReadTime } from '#main/inventory/details/store-oldest-detail-read-time-of-domain.ts'
import { openDatabase } from '#main/store/database.ts'
import { domainDetailsReadAtSql } from '#main/store/migrations/0046-domain-details-read-at.ts'
import { migrations } from '#main/store/migrations/index.ts'
import {
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  type TemporaryInventory,
} from '#test/main/inventory/temporary-inventory.ts'

const refused = (code: string) => new AppError('service', 'refused', { status: 409, code })

function read(
  { inventory }: TemporaryInventory,
  name: string,
  kind: DomainDetailKind,
  at: number,
  status = 'active',
): void {
  if (kind === 'zone') inventory.storeZone('a', name, [], at)
  else inventory.saveDetail('a', 'domain', name, kind, kind === 'detail' ? { domain_name: name, status } : {}, at)
}

const storedTime = ({ database }: TemporaryInventory, name: string) =>
  database.get<{ at: number | null }>('select details_read_at as at from domain where name = ?', name)?.at

test('A domain is as old as the oldest of the details that it has in its status, and unread while one was never read', async () => {
  const store = openTemporaryInventory()
  const { inventory, clock, names } = store
  await inventory.storeListedDomains('a', [domainListItem('one.example')], 1, completeListSource)
  const now = clock.now()
  const only = (detailsAge: (typeof detailsAges)[number]) => names({ detailsAge })
  for (const [index, kind] of domainDetailKinds.entries()) {
    expect(await only('unread')).toEqual(['one.example'])
    read(store, 'one.example', kind, now - dayMs + 1 + index)
  }
  expect([await only('fresh'), await only('older'), await only('unread')]).toEqual([['one.example'], [], []])
  await clock.advance(1)
  expect([await only('fresh'), await only('older'), await only('unread')]).toEqual([[], ['one.example'], []])
})

test('A detail that a domain does not have does not make it old or unread; a refusal of the key and a failure do', async () => {
  const store = openTemporaryInventory()
  await store.inventory.storeListedDomains('a', [domainListItem('one.example')], 1, completeListSource)
  for (const kind of ['detail', 'nameservers', 'lock', 'zone'] as const) read(store, 'one.example', kind, 50)
  const fail = (kind: DomainDetailKind, code: string, at: number) =>
    store.inventory.saveDetailError('a', 'domain', 'one.example', kind, refused(code), at)
  fail('whois', 'FORBIDDEN', 60)
  expect(storedTime(store, 'one.example')).toBeNull()
  fail('whois', 'INTERNAL_ERROR', 60)
  expect(storedTime(store, 'one.example')).toBeNull()
  fail('whois', 'WHOIS_NOT_EDITABLE', 40)
  expect(storedTime(store, 'one.example')).toBe(50)
  // For the zone alone, this code says that the service does not manage it.
  fail('zone', 'DOMAIN_NOT_FOUND', 70)
  fail('whois', 'DOMAIN_NOT_FOUND', 70)
  expect(storedTime(store, 'one.example')).toBeNull()
})

test('A domain without any of its details is as old as the answers that say so', async () => {
  const store = openTemporaryInventory()
  await store.inventory.storeListedDomains(
    'a',
    [domainListItem('one.example', { status: 'expired' })],
    1,
    completeListSource,
  )
  store.inventory.saveDetailError('a', 'domain', 'one.example', 'detail', refused('DOMAIN_NOT_ACTIVE'), 30)
  expect(storedTime(store, 'one.example')).toBeNull()
  store.inventory.saveDetailError('a', 'domain', 'one.example', 'zone', refused('DOMAIN_NOT_FOUND'), 40)
  expect(storedTime(store, 'one.example')).toBe(30)
})

test('A change of the status changes which details count', async () => {
  const store = openTemporaryInventory()
  const list = (status: string, at: number) =>
    store.inventory.storeListedDomains('a', [domainListItem('one.example', { status })], at, completeListSource)
  await list('transferring', 1)
  read(store, 'one.example', 'zone', 20, 'transferring')
  read(store, 'one.example', 'detail', 30, 'transferring')
  expect(storedTime(store, 'one.example')).toBe(20)
  await list('active', 40)
  expect(storedTime(store, 'one.example')).toBeNull()
  await list('expired', 50)
  expect(storedTime(store, 'one.example')).toBe(20)
  read(store, 'one.example', 'detail', 60, 'active')
  expect(storedTime(store, 'one.example')).toBeNull()
})

test('Details that an earlier version stored have the time that this version would store', () => {
  const time = fc.option(fc.integer({ min: 1, max: 100 }))
  const detail = fc.record({
    readAt: time,
    errorAt: time,
    error: fc.constantFrom(
      null,
      '{',
      '{"code":"FORBIDDEN"}',
      '{"code":"NOT_FOUND"}',
      '{"code":"DOMAIN_NOT_FOUND"}',
      '{"code":"DOMAIN_NOT_ACTIVE"}',
      '{"code":"WHOIS_NOT_EDITABLE"}',
      '{"code":"OTHER"}',
    ),
  })
  const domain = fc.record({
    status: fc.constantFrom(...domainStatuses, 'new_status'),
    details: fc.record(Object.fromEntries(domainDetailKinds.map((kind) => [kind, fc.option(detail)]))),
  })
  fc.assert(
    fc.property(fc.array(domain, { minLength: 1, maxLength: 30 }), (domains) => {
      const folder = mkdtempSync(join(tmpdir(), 'banto-details-'))
      try {
        const path = join(folder, 'banto.db')
        const earlier = openDatabase(path, migrations.slice(0, migrations.indexOf(domainDetailsReadAtSql)))
        earlier.run(`insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'slate', '', 0)`)
        for (const [index, { status, details }] of domains.entries()) {
          earlier.run(
            `insert into domain (account_id, name, status, read_at) values ('a', ?, ?, 1)`,
            `${index}.example`,
            status,
          )
          for (const [kind, stored] of Object.entries(details))
            if (stored)
              earlier.run(
                `insert into facet (account_id, thing, name, facet, read_at, error, error_at) values ('a', 'domain', ?, ?, ?, ?, ?)`,
                `${index}.example`,
                kind,
                stored.readAt,
                stored.error,
                stored.errorAt,
              )
        }
        earlier.close()
        const database = openDatabase(path)
        const migrated = database.all<{ name: string; at: number | null }>(
          'select name, details_read_at as at from domain order by name',
        )
        for (const { name } of migrated) storeOldestDetailReadTime(database, 'a', name)
        expect(migrated).toEqual(database.all('select name, details_read_at as at from domain order by name'))
        // A domain whose available details were all read has a time.
        for (const { name, at } of migrated) {
          const { status, details } = domains[Number.parseInt(name, 10)] as (typeof domains)[number]
          const isComplete = listAvailableDomainDetailKinds(status).every(
            (kind) => (details[kind]?.readAt ?? null) !== null,
          )
          if (isComplete) expect(at).not.toBeNull()
        }
        database.close()
      } finally {
        rmSync(folder, { recursive: true })
      }
    }),
    { numRuns: 20 },
  )
})
