import { describe, expect, test } from 'vitest'
import { classifyDelegation } from '#shared/dns/nameservers/classify-delegation.ts'

const service = ['ns1.service.example', 'NS2.service.example.']

describe('The delegation of a domain', () => {
  test('The delegation is `service` when all name servers are the service’s; letter case and a trailing dot do not matter', () => {
    expect(classifyDelegation(['NS1.Service.example.', 'ns2.service.example'], service)).toEqual({ state: 'service' })
    expect(classifyDelegation(['ns2.service.example'], service)).toEqual({ state: 'service' })
  })

  test('The delegation is `elsewhere` when no name server is the service’s; each name server is listed once', () => {
    expect(classifyDelegation(['ns1.other.example', 'NS1.other.example.', 'ns2.other.example'], service)).toEqual({
      state: 'elsewhere',
      nameservers: ['ns1.other.example', 'ns2.other.example'],
      foreign: ['ns1.other.example', 'ns2.other.example'],
    })
  })

  test('The delegation is `mixed` when only some name servers are the service’s', () => {
    expect(classifyDelegation(['ns1.service.example', 'ns1.other.example'], service)).toMatchObject({
      state: 'mixed',
      foreign: ['ns1.other.example'],
    })
  })

  test.each([
    [null, service],
    [[], service],
    [['ns1.other.example'], []],
  ])(
    'The delegation is `unknown` when the name servers of the domain or of the service are not known: %j, %j',
    (nameservers, known) => {
      expect(classifyDelegation(nameservers, known)).toEqual({ state: 'unknown' })
    },
  )
})
