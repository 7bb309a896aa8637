import { isIP, SocketAddress } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type IpAddress, normalizeIpAddress, parseIpAddress } from '#shared/ip-address.ts'

describe('An IP address', () => {
  test.each([
    '0.0.0.0',
    '192.0.2.1',
    '255.255.255.255',
    '::',
    '::1',
    '2001:db8::1',
    '1:2:3:4:5:6:7:8',
    '::ffff:192.0.2.1',
    '64:ff9b::192.0.2.33',
    '1:2:3:4:5:6:7::',
  ])('The address %s is accepted', (text) => {
    expect(parseIpAddress(text)?.version).toBe(isIP(text))
    expect(isIP(text)).not.toBe(0)
  })

  test.each([
    '',
    '999.1.1.1',
    '256.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.4 ',
    ' 1.2.3.4',
    '1.2.3.4/24',
    '1.2.3.4:80',
    '１.2.3.4',
    '1.2.3.-4',
    '0x1.2.3.4',
    '1.2.3.4\n',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '12345::',
    'g::',
    '::1%eth0',
    '[::1]',
    '::1.2.3.256',
    '1.2.3.4::',
    '::1.2.3.4:5',
    ':1',
    '1:',
  ])('The text %j is refused', (text) => {
    expect(parseIpAddress(text)).toBeNull()
    expect(normalizeIpAddress(text)).toBeNull()
  })

  test.each([
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8:0000::0001', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::FFFF:C000:0201', '::ffff:192.0.2.1'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['192.0.2.1', '192.0.2.1'],
  ])('The address %s has the canonical form %s', (text, canonical) => {
    expect(normalizeIpAddress(text)).toBe(canonical)
  })

  test('An address is valid exactly when Node.js accepts it', () => {
    const piece = fc.constantFrom('0', '1', '9', '10', '255', '256', 'ff', 'FFFF', 'db8', ':', '::', '.', '')
    const typed = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(typed, (text) => {
        expect(parseIpAddress(text)?.version ?? 0).toBe(isIP(text))
      }),
      { numRuns: 5000 },
    )
  })

  test('The canonical form keeps the value of an address and is the form that Node.js writes', () => {
    const address = fc.oneof(
      fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }).map((bytes): IpAddress => ({ version: 4, bytes })),
      fc
        .array(fc.constantFrom(0, 0, 0, 1, 255), { minLength: 16, maxLength: 16 })
        .map((bytes): IpAddress => ({ version: 6, bytes })),
    )
    fc.assert(
      fc.property(address, (one) => {
        const long =
          one.version === 4
            ? one.bytes.join('.')
            : one.bytes
                .map((byte) => byte.toString(16).padStart(2, '0'))
                .join('')
                .replace(/(....)(?=.)/g, '$1:')
        const canonical = normalizeIpAddress(long) as string
        expect(parseIpAddress(canonical)).toEqual(one)
        if (one.version === 4 || one.bytes.slice(0, 10).some((byte) => byte !== 0))
          expect(canonical).toBe(
            new SocketAddress({ address: long, family: one.version === 4 ? 'ipv4' : 'ipv6' }).address,
          )
      }),
    )
  })
})
