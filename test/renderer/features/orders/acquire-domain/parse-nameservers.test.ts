import { describe, expect, test } from 'vitest'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { parseNameservers } from '#renderer/features/orders/acquire-domain/parse-nameservers.ts'

describe('The name servers of an acquisition', () => {
  test('Without input, the name servers of the service are used', () => {
    expect(parseNameservers(' \n ')).toEqual({ nameservers: null, problem: null })
  })

  test('Too many name servers or an invalid host name are refused', () => {
    expect(
      parseNameservers(
        Array.from({ length: requestFieldRules.nameserversAtAcquisition.max + 1 }, (_, n) => `ns${n}.example.net`).join(
          '\n',
        ),
      ).problem,
    ).toBe('tooManyServers')
    expect(parseNameservers('ns1.example.net\nns2_example').problem).toBe('badServer')
    expect(parseNameservers('ns1.example.net, ns2.example.net').nameservers).toEqual([
      'ns1.example.net',
      'ns2.example.net',
    ])
  })
})
