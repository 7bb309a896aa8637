import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { migrations } from '#main/store/migrations/index.ts'
import { domainNameserversSql } from '#main/store/migrations/0037-domain-nameservers.ts'
import {
  addAccount,
  completeListSource,
  domainListItem,
  openTemporaryInventory,
} from '#test/main/inventory/temporary-inventory.ts'

test('The name servers that an earlier version read are searched after the update', () => {
  const folder = mkdtempSync(join(tmpdir(), 'banto-nameservers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'banto.db')
  const earlier = openDatabase(path, migrations.slice(0, migrations.indexOf(domainNameserversSql)))
  addAccount(earlier, 'a')
  const details = {
    'a.example': '{"nameservers":["NS1.Example.","ns2.example",7]}',
    'b.example': 'no JSON',
    'c.example': '{}',
  }
  for (const [index, [name, data]] of Object.entries(details).entries()) {
    earlier.run(
      `insert into domain (account_id, name, status, read_at, entry) values ('a', ?, 'active', 1, ?)`,
      name,
      index + 1,
    )
    earlier.run(
      `insert into facet (account_id, thing, name, facet, data) values ('a', 'domain', ?, 'nameservers', ?)`,
      name,
      data,
    )
  }
  earlier.close()
  const database = openDatabase(path)
  onTestFinished(() => database.close())
  expect(database.all('select host, entry from domain_nameserver order by host')).toEqual([
    { host: 'ns1.example', entry: 1 },
    { host: 'ns2.example', entry: 1 },
  ])
})

test('A later reading replaces the name servers of a domain, and a failed one keeps them', async () => {
  const { inventory, database } = openTemporaryInventory()
  await inventory.storeListedDomains('a', [domainListItem('a.example')], 1, completeListSource)
  const hosts = () => database.all<{ host: string }>('select host from domain_nameserver').map(({ host }) => host)
  inventory.saveDetail('a', 'domain', 'a.example', 'nameservers', { nameservers: ['ns1.example', 'ns2.example'] }, 2)
  inventory.saveDetail('a', 'domain', 'a.example', 'nameservers', { nameservers: ['ns2.example', 'ns3.example'] }, 3)
  expect(hosts()).toEqual(['ns2.example', 'ns3.example'])
  inventory.saveDetailError('a', 'domain', 'a.example', 'nameservers', new Error('failed'), 4)
  expect(hosts()).toEqual(['ns2.example', 'ns3.example'])
  inventory.saveDetail('a', 'domain', 'a.example', 'nameservers', { nameservers: [] }, 5)
  expect(hosts()).toEqual([])
})
