import { generateKeyPairSync, createPublicKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64, encodeBase64 } from '#shared/dns/mail-records/base64.ts'
import { checkDkimValue } from '#shared/dns/mail-records/check-dkim-value.ts'
import {
  emptyDkimRecord,
  formatDkimRecord,
  parseDkimRecord,
  type DkimRecord,
} from '#shared/dns/mail-records/dkim-record.ts'
import { explainDkimRecord } from '#shared/dns/mail-records/explain-tags-of-dkim-record.ts'
import type { MailRecordTag } from '#shared/dns/mail-records/mail-record-tag-list.ts'
import { parsePastedDkim } from '#shared/dns/mail-records/parse-pasted-dkim.ts'

const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits })
const { publicKey: rsa2048, privateKey } = rsa(2048)
const rsa1024 = rsa(1024).publicKey
const ed25519 = generateKeyPairSync('ed25519').publicKey
type Key = typeof rsa2048
const spki = (key: Key) => key.export({ type: 'spki', format: 'der' }).toString('base64')
const pem = (key: Key, type: 'spki' | 'pkcs1' = 'spki') => key.export({ type, format: 'pem' }) as string
const rawEd25519 = ed25519.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
const value2048 = `v=DKIM1; k=rsa; p=${spki(rsa2048)}`
const codes = (value: string) => checkDkimValue(value).map(({ code }) => code)

describe('DKIM key records', () => {
  test('Base64 is decoded as Node decodes it, and encoded back to the same text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(decodeBase64(text)).toEqual([...bytes])
        expect(encodeBase64([...bytes])).toBe(text)
      }),
    )
    for (const text of ['abc', 'ab c', 'ab-_', 'a===']) expect(decodeBase64(text)).toBeNull()
  })

  test('Parsing the value of a DKIM record gives the same record', () => {
    const words = (...texts: string[]) => fc.uniqueArray(fc.constantFrom(...texts))
    fc.assert(
      fc.property(
        fc.record({
          keyType: fc.constantFrom('', 'rsa', 'ed25519'),
          publicKey: fc.base64String(),
          flags: words('y', 's'),
          services: words('*', 'email'),
          hashes: words('sha1', 'sha256'),
          notes: fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/\p{Cc}/gu, ' ').trim()),
          otherTags: fc.constantFrom<MailRecordTag[]>([], [{ name: 'x', value: '1' }]),
        }),
        (record) => {
          expect(parseDkimRecord(formatDkimRecord(record))).toEqual(record)
        },
      ),
    )
  })

  test('A note keeps semicolons, equals signs and characters beyond ASCII', () => {
    const record = { ...emptyDkimRecord, notes: 'a=b; =3D 鍵 100%' }
    expect(formatDkimRecord(record)).toMatch(/^[ -~]*; n=a=3Db=3B /)
    expect(parseDkimRecord(formatDkimRecord(record))).toEqual(record)
  })

  test.each([
    ['RSA with 2048 bits', value2048],
    ['Ed25519', `v=DKIM1; k=ed25519; p=${rawEd25519}`],
    ['no version and no key type', `p=${spki(rsa2048)}`],
    ['blanks in the key', `v=DKIM1; p=${spki(rsa2048).replace(/^.{100}/, '$& ')};`],
  ])('A valid DKIM record with %s has no finding', (_, value) => {
    expect(codes(value)).toEqual([])
  })

  test.each([
    ['another version', value2048.replace('DKIM1', 'DKIM2'), ['dkimVersion']],
    ['the version at the end', `p=${spki(rsa2048)}; v=DKIM1`, ['dkimVersion']],
    ['no key', 'v=DKIM1; k=rsa', ['dkimKeyMissing']],
    ['an empty key, which revokes it', 'v=DKIM1; p=', ['dkimRevoked']],
    ['an unknown algorithm', `v=DKIM1; k=dsa; p=${spki(rsa2048)}`, ['dkimKeyType']],
    ['a key with a missing character', value2048.slice(0, -1), ['dkimKeyBase64']],
    ['a key that was cut off', value2048.slice(0, -40), ['dkimKeyForm']],
    ['an Ed25519 key with the header of PEM', `v=DKIM1; k=ed25519; p=${spki(ed25519)}`, ['dkimKeyForm']],
    ['an RSA key with 1024 bits', `p=${spki(rsa1024)}`, ['dkimKeyWeak']],
    ['an RSA key with 768 bits', `p=${spki(rsa(768).publicKey)}`, ['dkimKeyShort']],
    ['the flag of a test', `t=y:s; p=${spki(rsa2048)}`, ['dkimTesting']],
    ['a service other than mail', `s=other; p=${spki(rsa2048)}`, ['dkimService']],
    ['SHA-1 alone', `h=sha1; p=${spki(rsa2048)}`, ['dkimSha1']],
    ['a part without a name', `${value2048}; hello`, ['tagMalformed']],
    ['a tag twice', `k=rsa; ${value2048.slice(9)}`, ['tagRepeated']],
    ['an unknown tag', `${value2048}; x=1`, ['tagUnknown']],
  ])('A DKIM record with %s has a finding', (_, value, expected) => {
    expect(codes(value)).toEqual(expected)
  })

  test('A key type that the record leaves out is explained as a default', () => {
    const explain = (value: string) => explainDkimRecord(parseDkimRecord(value) as DkimRecord, [])[0]
    expect(explain(`v=DKIM1; p=${spki(rsa2048)}`)).toEqual({ part: '', code: 'keyType', values: { type: 'rsa' } })
    expect(explain(value2048)).toEqual({ part: 'k=rsa', code: 'keyType', values: { type: 'rsa' } })
  })

  test('The length of an RSA key is counted in bits of its modulus', () => {
    for (const bits of [512, 1024, 1536, 2048, 4096]) {
      const record = { ...emptyDkimRecord, publicKey: spki(rsa(bits).publicKey) }
      expect(explainDkimRecord(record, [])).toContainEqual({ part: 'p', code: 'key', values: { n: bits } })
    }
  })

  test.each([
    ['another version', value2048.replace('DKIM1', 'DKIM2'), 'keyUnused'],
    ['a part without a name', `${value2048}; hello`, 'keyUnused'],
    ['a tag twice', `k=rsa; ${value2048.slice(9)}`, 'keyUnused'],
    ['a key under 1024 bits', `p=${spki(rsa(512).publicKey)}`, 'keyUnused'],
    ['a service other than mail', `s=other; p=${spki(rsa2048)}`, 'keyUnused'],
    ['SHA-1 alone', `h=sha1; p=${spki(rsa2048)}`, 'keyUnused'],
    ['a key over 4096 bits', `p=${spki(rsa(4104).publicKey)}`, 'keyLong'],
    ['a key with 1024 bits', `p=${spki(rsa1024)}`, 'key'],
    ['a test', `t=y:s; p=${spki(rsa2048)}`, 'key'],
    ['an unknown tag', `${value2048}; x=1`, 'key'],
    ['mail and another service', `s=other:email; p=${spki(rsa2048)}`, 'key'],
    ['an unknown algorithm', `k=dsa; p=${spki(rsa2048)}`, 'keyUnreadable'],
    ['no key', 'p=', 'revoked'],
  ])('The key of a DKIM record with %s is explained as its findings say', (_, value, code) => {
    const explained = explainDkimRecord(parseDkimRecord(value) as DkimRecord, checkDkimValue(value))
    expect(explained.find(({ part }) => part === 'p' || part === 'p=')?.code).toBe(code)
  })

  test('A DKIM record for all services is not said to be for one service only', () => {
    const explained = explainDkimRecord(parseDkimRecord(`s=*; p=${spki(rsa2048)}`) as DkimRecord, [])
    expect(explained.at(-1)).toEqual({ part: 's', code: 'servicesAll', values: {} })
  })

  test('A DKIM tag in upper case is unknown, as tags are case-sensitive, but a pasted one is read', () => {
    expect(codes(`p=${spki(rsa2048)}; T=y`)).toEqual(['tagUnknown'])
    expect(codes(`v=DKIM1; P=${spki(rsa2048)}`)).toEqual(['tagUnknown', 'dkimKeyMissing'])
    expect(parsePastedDkim(`v=DKIM1; P=${spki(rsa2048)}`).record?.publicKey).toBe(spki(rsa2048))
  })

  test('A DKIM record over the length of a record’s content has a finding', () => {
    const record = { ...emptyDkimRecord, publicKey: spki(rsa2048), notes: 'x'.repeat(700) }
    expect(checkDkimValue(formatDkimRecord(record)).map(({ code }) => code)).toEqual(['long'])
  })
})

describe('Pasting a DKIM key', () => {
  const record2048 = { ...emptyDkimRecord, publicKey: spki(rsa2048) }
  const lines = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'g')) as string[]

  test.each<[string, string, string | null]>([
    ['a PEM public key', pem(rsa2048), null],
    ['a PEM public key of PKCS #1', pem(rsa2048, 'pkcs1'), null],
    ['a PEM public key in Windows line ends', pem(rsa2048).replaceAll('\n', '\r\n'), null],
    ['the Base64 of a key over several lines', lines(spki(rsa2048), 64).join('\n'), null],
    ['a TXT value', value2048, null],
    ['a TXT value that a mail broke into lines', lines(value2048, 70).join('\n  '), null],
    ['a TXT value in one pair of quotes', `"${value2048}"`, null],
    ['a TXT value with escaped semicolons', `"${value2048.replaceAll(';', '\\;')}"`, null],
    ['a TXT value in typographic quotes', `“${value2048}”`, null],
    [
      'a line of a zone file with a comment',
      `mail2026._domainkey\tIN\tTXT\t( "v=DKIM1; k=rsa; "\n\t  ${lines(`p=${spki(rsa2048)}`, 200)
        .map((line) => `"${line}"`)
        .join('\n\t  ')} )  ; ----- DKIM key mail2026 for example.com`,
      'mail2026',
    ],
    ['a line without quotes', `k1._domainkey.example.com. 3600 IN TXT ${value2048}`, 'k1'],
  ])('Pasting %s gives the record', (_, text, selector) => {
    expect(parsePastedDkim(text)).toEqual({ record: record2048, selector })
  })

  test('Pasting an Ed25519 key in PEM gives its 32 bytes', () => {
    expect(parsePastedDkim(pem(ed25519))).toEqual({
      record: { ...emptyDkimRecord, keyType: 'ed25519', publicKey: rawEd25519 },
      selector: null,
    })
  })

  test('A private key is refused', () => {
    for (const type of ['pkcs8', 'pkcs1'] as const) {
      const text = privateKey.export({ type, format: 'pem' }) as string
      expect(parsePastedDkim(text)).toMatchObject({ record: null, finding: { code: 'dkimPrivateKey' } })
      const both = `${pem(createPublicKey(privateKey))}${text}`
      expect(parsePastedDkim(both)).toMatchObject({ record: null, finding: { code: 'dkimPrivateKey' } })
    }
  })

  test.each([
    ['a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
    ['another TXT value', 'v=spf1 -all'],
    ['nothing', ''],
  ])('Pasting %s is refused', (_, text) => {
    expect(parsePastedDkim(text)).toMatchObject({ record: null, finding: { code: 'dkimPasteForm' } })
  })

  test('No pasted text makes the reader throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const pasted = parsePastedDkim(`-----BEGIN PUBLIC KEY-----${text}-----END PUBLIC KEY-----`)
        expect(pasted).toHaveProperty('record')
        expect(parsePastedDkim(text)).toHaveProperty('record')
      }),
    )
  })
})
