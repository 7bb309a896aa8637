import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldRules } from '#shared/api/limits.ts'
import { recordTypes } from '#shared/api/domain.ts'
import { recordDraftSchema } from '#shared/ipc/dns.ts'
import { changedFields, checkInput, emptyInput, fullName, recordFields, usesPriority } from '#renderer/features/domains/zone/record-draft.ts'

const good = { type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 }
const { dnsHost, dnsContent, dnsTtl, dnsPriority } = fieldRules

describe('a record that is written', () => {
  test('is sent without the spaces around its host and content', () => {
    expect(checkInput({ ...good, host: ' www ', content: '192.0.2.1\n' }).draft).toEqual(good)
  })

  test('is accepted at its limits', () => {
    const longest = { ...good, host: 'h'.repeat(dnsHost.max), content: 'c'.repeat(dnsContent.max) }
    for (const [ttl, priority] of [[dnsTtl.min, dnsPriority.min], [dnsTtl.max, dnsPriority.max]] as const) {
      expect(checkInput({ ...longest, ttl, priority }).draft).not.toBeNull()
    }
  })

  test.each([
    ['an empty host', { host: '  ' }, 'host', 'hostEmpty'],
    ['a host that is too long', { host: 'h'.repeat(dnsHost.max + 1) }, 'host', 'hostLong'],
    ['no content', { content: '' }, 'content', 'contentEmpty'],
    ['content that is too long', { content: 'c'.repeat(dnsContent.max + 1) }, 'content', 'contentLong'],
    ['no TTL', { ttl: null }, 'ttl', 'ttl'],
    ['a TTL under the limit', { ttl: dnsTtl.min - 1 }, 'ttl', 'ttl'],
    ['a TTL that is no whole number', { ttl: 60.5 }, 'ttl', 'ttl'],
    ['a priority over the limit', { priority: dnsPriority.max + 1 }, 'priority', 'priority'],
    ['a type that the service does not take', { type: 'CAA' }, 'type', 'type'],
  ])('is refused with %s, at that field and in its own words', (_, wrong, field, text) => {
    expect(checkInput({ ...good, ...wrong }).problems).toEqual({ [field]: expect.objectContaining({ text }) })
  })

  test('names a problem for every field that the contract refuses, and for no other', () => {
    const input = fc.record({
      type: fc.constantFrom(...recordTypes, 'SOA', ''),
      host: fc.string({ maxLength: dnsHost.max + 5 }),
      content: fc.oneof(fc.string(), fc.constant('c'.repeat(dnsContent.max + 1))),
      ttl: fc.option(fc.integer({ min: 0, max: dnsTtl.max + 100 })),
      priority: fc.option(fc.integer({ min: -5, max: dnsPriority.max + 5 })),
    })
    fc.assert(
      fc.property(input, (written) => {
        const parsed = recordDraftSchema.safeParse({ ...written, host: written.host.trim(), content: written.content.trim() })
        const refused = recordFields.filter((field) => parsed.error?.issues.some(({ path }) => path[0] === field))
        const { draft, problems } = checkInput(written)
        expect(draft === null).toBe(!parsed.success)
        expect(Object.keys(problems ?? {})).toEqual(refused)
      }),
    )
  })
})

test('two records differ in the fields that are not the same', () => {
  expect(changedFields(good, good)).toEqual([])
  expect(changedFields(good, { ...good, content: '192.0.2.2', ttl: 60 })).toEqual(['content', 'ttl'])
})

test('a new record starts with the TTL and priority that the service would give it', () => {
  expect(emptyInput()).toMatchObject({ ttl: dnsTtl.default, priority: dnsPriority.default })
})

test('@ stands for the domain itself', () => {
  expect(fullName('@', 'example.jp')).toBe('example.jp')
  expect(fullName('www', 'example.jp')).toBe('www.example.jp')
})

test('only MX and SRV use the priority', () => {
  expect(recordTypes.filter(usesPriority)).toEqual(['MX', 'SRV'])
})
