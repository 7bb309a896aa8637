import { expect, test } from 'vitest'
import { extractNameserversOfServerInformation } from '#shared/dns/nameservers/extract-nameservers-of-server-information.ts'
import { idna } from '#test/shared/dns/node-idna.ts'

test.each([
  [['ns1.a.example', 'NS1.a.example.', 'ns2.a.example']],
  ['ns1.a.example, ns2.a.example'],
  [{ primary: 'ns1.a.example', others: ['ns2.a.example'] }],
  [[{ host: 'ns1.a.example', ip: '192.0.2.1', ttl: 60 }, { host: 'ns2.a.example' }]],
])('The name servers in %j are found', (value) => {
  expect(extractNameserversOfServerInformation(value, idna)).toEqual(['ns1.a.example', 'ns2.a.example'])
})

test.each([[undefined], [null], [''], [5], [['192.0.2.1']], [{ note: 'none' }]])(
  'No name server is found in %j',
  (value) => {
    expect(extractNameserversOfServerInformation(value, idna)).toEqual([])
  },
)
