import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { domain, exampleDomain, startPlansRig } from './plans-rig.ts'

test('Bad lines of a CSV file are reported by number, text and reason, and the others are planned', async () => {
  const rig = await startPlansRig({ domains: [exampleDomain, { domain_name: 'two.com' }] })
  const lines = [
    'domain,what,value',
    'two.com,lock,on',
    'nowhere.com,lock,on',
    '# a comment',
    'two.com,lock,off',
    'two.com,colour,red',
    'two.com,whois_privacy,perhaps',
    'two.com,add,www MX',
    'two.com,add,www LOC 1',
    'two.com',
    'not a domain,lock,on',
    'example.com,add,@ 600 MX 10 mail.example.com',
    'example.com,nameservers,"ns1.example.net, ns2.example.net"',
  ]
  const plan = await rig.create({ kind: 'csv', text: lines.join('\r\n') }, [])
  expect(plan.lineFindings.map(({ line, text, code }) => `${line} ${text}: ${code}`)).toEqual([
    '3 nowhere.com,lock,on: csvDomainNotFound',
    '5 two.com,lock,off: csvSetTwice',
    '6 two.com,colour,red: csvUnknownChange',
    '7 two.com,whois_privacy,perhaps: csvNotOnOrOff',
    '8 two.com,add,www MX: csvInvalidRecord',
    '9 two.com,add,www LOC 1: csvRecordType',
    '10 two.com: csvTooFewColumns',
    '11 not a domain,lock,on: csvInvalidDomain',
  ])
  const planned = await rig.planned(plan.planId)
  expect(planned.map(({ domain: name, changes }) => [name, changes.map(({ kind }) => kind)])).toEqual([
    ['two.com', ['lock']],
    [domain, ['add', 'nameservers']],
  ])
  expect(planned[1]?.changes[0]).toMatchObject({
    after: { type: 'MX', host: '@', content: 'mail.example.com', ttl: 600, priority: 10 },
  })
})

test('A line of a CSV file that matches no record is reported with its number, what was looked for, and when the zone was read', async () => {
  const rig = await startPlansRig()
  const lines = [
    'domain,what,value',
    `${domain},remove,www A`,
    `${domain},remove,www A 192.0.2.20`,
    `${domain},remove,WWW A 192.0.2.2`,
    `${domain},remove,shop MX`,
    `${domain},add,new A 192.0.2.50`,
    `${domain},remove,new A`,
    `${domain},ttl,ftp A 300`,
    `${domain},ttl,300`,
    'none.com,remove,www A',
  ]
  const plan = await rig.create({ kind: 'csv', text: lines.join('\n') }, [])
  expect(plan.lineUnit).toBe('line')
  const { readAt } = (await rig.call('inventory.domain', { accountId: rig.accountId, name: domain })).zone
  expect(readAt).not.toBeNull()
  expect(plan.lineFindings.map(({ line, code, severity, values }) => [line, code, severity, values])).toEqual([
    [3, 'csvRepeatsLine', 'warning', { other: 2 }],
    [4, 'csvRepeatsLine', 'warning', { other: 2 }],
    [4, 'csvNoRecord', 'warning', { record: 'WWW A 192.0.2.2', readAt }],
    [5, 'csvNoRecord', 'warning', { record: 'shop MX', readAt }],
    [6, 'csvUndoneByLine', 'warning', { other: 7 }],
    [8, 'csvTtlSetAgain', 'warning', { other: 9 }],
    [8, 'csvNoRecord', 'warning', { record: 'ftp A', readAt }],
    [10, 'csvDomainNotFound', 'error', { domain: 'none.com' }],
  ])
  expect(plan).toMatchObject({ adds: 0, changes: 3, deletes: 1, problems: 0 })
})

test('A line of a CSV file that sets what the domain has already is reported, with the time when that was read', async () => {
  const rig = await startPlansRig()
  const create = (...lines: string[]) =>
    rig.create({ kind: 'csv', text: lines.map((line) => `${domain},${line}`).join('\n') }, [])
  const changing = ['nameservers,ns1.example.net ns2.example.net', 'lock,on', 'whois_privacy,off', 'whois_city,Kyoto']
  expect(await create(...changing)).toMatchObject({ settings: 3, lineFindings: [] })
  const { nameservers, lock, whois } = await rig.call('inventory.domain', { accountId: rig.accountId, name: domain })
  const names = nameservers.data?.nameservers.map((name) => name.toUpperCase()).toReversed() ?? []
  const city = (whois.data?.fields as Record<string, string>)['city'] ?? ''
  const plan = await create(`nameservers,${names.join(' ')}`, 'lock,off', 'whois_privacy,on', `whois_city,${city}`)
  expect(plan).toMatchObject({ unchanged: 1, settings: 0 })
  expect(plan.lineFindings.map(({ line, code, severity, values }) => [line, code, severity, values])).toEqual([
    [1, 'csvAlreadySet', 'warning', { readAt: nameservers.readAt }],
    [2, 'csvAlreadySet', 'warning', { readAt: lock.readAt }],
    [3, 'csvAlreadySet', 'warning', { readAt: whois.readAt }],
    [4, 'csvAlreadySet', 'warning', { readAt: whois.readAt }],
  ])
})

test('One CSV file changes records and settings of domains of several accounts, and reports domains that have no single account', async () => {
  const rig = await startPlansRig({
    domains: [
      {
        domain_name: domain,
        records: [
          { id: 1, type: 'A', host: 'www', content: '192.0.2.20', ttl: 600 },
          { id: 2, type: 'A', host: 'www', content: '192.0.2.21', ttl: 600 },
          { id: 3, type: 'TXT', host: 'old', content: 'x' },
        ],
      },
      { domain_name: 'both.com' },
    ],
    others: [
      {
        name: 'second',
        keys: [{ token: 'key-of-the-second' }],
        domains: [{ domain_name: 'second.com', records: [{ type: 'A', host: '@', content: '192.0.2.30' }] }],
      },
    ],
    user: {
      keys: [
        { token: 'first-key-of-the-first' },
        { token: 'key-for-both', services: { domain: { target_mode: 'selected', targets: ['both.com'] } } },
      ],
    },
    accounts: { Second: 'key-of-the-second', Both: 'key-for-both' },
  })
  const second = (await rig.call('accounts.list', null)).find(({ label }) => label === 'Second')
  await rig.call('accounts.update', { accountId: second?.id ?? '', isReadOnly: true })
  const lines = [
    `${domain},replace,www A 192.0.2.21`,
    `${domain},replace,WWW A 192.0.2.22`,
    `${domain},remove,old TXT`,
    'both.com,ttl,300',
    'both.com,lock,on',
    'second.com,ttl,@ A 300',
    'none.com,ttl,300',
  ]
  const plan = await rig.create({ kind: 'csv', text: lines.join('\n') }, [])
  expect(plan.lineFindings.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '4 csvDomainInSeveralAccounts',
    '5 csvDomainInSeveralAccounts',
    '7 csvDomainNotFound',
  ])
  expect(plan.findings).toContainEqual(
    expect.objectContaining({ code: 'accountReadOnly', count: 1, example: 'second.com' }),
  )
  expect((await rig.planned(plan.planId)).map(({ accountId, changes }) => [accountId, changes])).toMatchObject([
    [
      rig.accountId,
      [
        { kind: 'change', before: { content: '192.0.2.20' }, after: { content: '192.0.2.22', ttl: 600 } },
        { kind: 'delete', before: { type: 'TXT' } },
      ],
    ],
    [second?.id, [{ kind: 'change', before: { ttl: 3600 }, after: { ttl: 300 } }]],
  ])
  expect(rig.calls()).toEqual([])

  const limited = await rig.create({ kind: 'csv', text: lines.join('\n') }, ['both.com'])
  expect(limited).toMatchObject({ domains: 1 })
  expect(limited.lineFindings.map(({ line, code }) => `${line} ${code}`)).toEqual(
    [1, 2, 3, 6, 7].map((line) => `${line} csvDomainNotInPlan`),
  )
})

test('The example file of changes is saved as UTF-8 for spreadsheets, and can be used as it is', async () => {
  const rig = await startPlansRig()
  const labels = { add: '追加', lock: 'a, b' }
  const { path } = await rig.call('plans.saveDomainChangeCsvExample', { labels })
  const text = readFileSync(path ?? '', 'utf8')
  expect(text).toMatch(/^\ufeffdomain,what,value\r\n# 追加\r\n/u)
  const plan = await rig.create({ kind: 'csv', text }, [])
  expect(plan.domains).toBe(1)
  expect(plan.lineFindings.filter(({ severity }) => severity === 'error')).toEqual([])
})
