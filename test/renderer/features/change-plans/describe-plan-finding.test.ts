import { beforeEach, expect, test } from 'vitest'
import type { WireError } from '#shared/app-error.ts'
import { nameserverErrorCodes } from '#shared/dns/nameservers/nameserver-rules.ts'
import { whoisErrorCodes } from '#shared/api/whois-rules.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'
import {
  domainChangeCsvErrorCodes,
  domainChangeCsvWarningCodes,
} from '#shared/domain-change-csv/domain-change-csv-finding-codes.ts'
import { zonePlanWarningCodes } from '#shared/dns/plan/zone-plan-finding-codes.ts'
import { recordErrorCodes, recordWarningCodes } from '#shared/dns/record-rules/record-finding-codes.ts'
import {
  recordsFileEntryErrorCodes,
  wholeRecordsFileErrorCodes,
  recordsFileWarningCodes,
} from '#shared/dns/records-files/records-file-finding-codes.ts'
import { domainSettingFindingCodes, type PlannedDomain } from '#shared/ipc/domain-change-plans.ts'
import {
  describePlanErrorSharedByDomains,
  describePlanFindingSharedByDomains,
  describePlanFindingWithRecord,
  describePlanFinding,
  describePlanFileLineFinding,
} from '#renderer/features/change-plans/describe-plan-finding.ts'
import { i18n } from '#renderer/text/i18n.ts'

beforeEach(() => void setMessageLanguage('en'))
const { t, te } = i18n.global

test('Every finding of a plan and of the lines of its file has a text', () => {
  const keys: string[] = []
  const keyOf = (key: string) => (keys.push(key), key)
  for (const code of zonePlanWarningCodes) describePlanFinding({ scope: 'plan', code, values: {} }, keyOf)
  for (const code of domainSettingFindingCodes) describePlanFinding({ scope: 'setting', code, values: {} }, keyOf)
  for (const code of [...recordErrorCodes, ...recordWarningCodes])
    describePlanFinding({ scope: 'record', code, values: {} }, keyOf)
  const line = { line: 1, text: '', severity: 'error', values: {} } as const
  const csvCodes = [...domainChangeCsvErrorCodes, ...domainChangeCsvWarningCodes]
  for (const code of [...csvCodes, ...recordErrorCodes, ...nameserverErrorCodes, ...whoisErrorCodes])
    describePlanFileLineFinding({ ...line, code }, 'csv', keyOf)
  for (const code of [
    ...wholeRecordsFileErrorCodes,
    ...recordsFileEntryErrorCodes,
    ...recordsFileWarningCodes,
    ...recordErrorCodes,
  ])
    describePlanFileLineFinding({ ...line, code }, 'zone_file', keyOf)
  expect(keys.length).toBeGreaterThan(100)
  expect(keys.filter((key) => !te(key))).toEqual([])
})

test('A finding names the Whois field and the status, with its age, in the language of the app', () => {
  const finding = { scope: 'setting', values: { field: 'city' } } as const
  expect(describePlanFinding({ ...finding, code: 'whoisFieldEmpty' }, t)).toBe(
    'City must not be empty while Whois privacy is off.',
  )
  const values = { status: 'expired', readAt: Date.parse('2026-11-26T10:05:33Z') }
  expect(describePlanFinding({ ...finding, code: 'domainNotActive', values }, t)).toBe(
    'The status of the domain is Expired, as read at 2026-11-26 19:05 (Japan time). Only settings of active domains can be changed.',
  )
})

test('In Japanese, the status of a domain stands in brackets within the sentence', () => {
  setMessageLanguage('ja')
  const values = { status: 'expired', readAt: Date.parse('2026-11-26T10:05:33Z') }
  const text = describePlanFinding({ scope: 'setting', code: 'domainNotActive', values }, t)
  expect(text).toBe(
    '2026-11-26 19:05（日本時間）に読み込んだドメインの状態は「期限切れ」です。設定を変更できるのは有効なドメインだけです。',
  )
})

test('Values of a finding are shown for several domains only if all of them have these values', () => {
  const finding = {
    scope: 'plan',
    code: 'manyTouched',
    severity: 'warning',
    values: { n: 4, total: 10, percent: 40 },
    example: 'example.com',
  } as const
  const textOf = (fields: { count: number; hasSameValues: boolean }) => {
    const shared = { ...finding, ...fields, total: fields.count }
    const { whose, text } = describePlanFindingSharedByDomains(shared, String, t)
    return `${whose} ${text}`
  }
  const text = 'Records changed or deleted: 4 of 10 (40%).'
  expect(textOf({ count: 1, hasSameValues: true })).toBe(`example.com: ${text}`)
  expect(textOf({ count: 3, hasSameValues: true })).toBe(`3 domains, such as example.com: ${text}`)
  expect(textOf({ count: 3, hasSameValues: false })).toBe(
    `example.com: ${text} Also for 2 more domains, not all with these values.`,
  )
  expect(textOf({ count: 2, hasSameValues: false })).toBe(
    `example.com: ${text} Also for 1 more domain, with other values.`,
  )
})

test('A domain with several findings of one kind is not shown as if it had one', () => {
  const finding = {
    scope: 'setting',
    code: 'whoisFieldEmpty',
    severity: 'error',
    values: { field: 'city' },
    hasSameValues: true,
    example: 'example.com',
  } as const
  const textOf = (fields: { count: number; total: number; severity?: 'warning' }) => {
    const { whose, text } = describePlanFindingSharedByDomains({ ...finding, ...fields }, String, t)
    return `${whose} ${text}`
  }
  const text = 'City must not be empty while Whois privacy is off.'
  expect(textOf({ count: 1, total: 1 })).toBe(`example.com: ${text}`)
  expect(textOf({ count: 1, total: 3 })).toBe(`example.com: ${text} Errors of this kind: 3 in total.`)
  expect(textOf({ count: 2, total: 4, severity: 'warning' })).toBe(
    `2 domains, such as example.com: ${text} Warnings of this kind: 4 in total.`,
  )
})

test('A finding about one record of a plan names the record', () => {
  const after = { type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 } as const
  const finding = {
    scope: 'record',
    code: 'duplicate',
    severity: 'error',
    values: {},
    needsTypedConfirmation: false,
  } as const
  const planned: Pick<PlannedDomain, 'changes'> = { changes: [{ kind: 'add', after }] }
  expect(describePlanFindingWithRecord(planned, { ...finding, changeIndex: 0 }, t)).toBe(
    'A www: Duplicate of another record.',
  )
  expect(describePlanFindingWithRecord(planned, { ...finding, changeIndex: null }, t)).toBe(
    'Duplicate of another record.',
  )
})

test('A line without a record in the zone says when the zone was read', () => {
  const line = { line: 2, text: '', severity: 'warning', code: 'csvNoRecord' } as const
  const values = { record: 'www A', readAt: Date.parse('2026-11-26T10:05:33Z') }
  expect(describePlanFileLineFinding({ ...line, values }, 'csv', t)).toBe(
    'The zone as read at 2026-11-26 19:05 (Japan time) has no record “www A”. The line changes nothing.',
  )
})

test('A lock that is left out of a plan is named, because other changes of the domain may be included', () => {
  expect(describePlanFinding({ scope: 'setting', code: 'oneWayLockLeftOut', values: {} }, t)).toMatch(
    /^The lock is not included/,
  )
})

test('The reason why domains could not be planned is shown once, with their number', () => {
  const error: WireError = { kind: 'no_key', message: '', details: { reasons: [{ keyId: 'one', reason: 'expired' }] } }
  const textOf = (count: number) => {
    const { whose, text } = describePlanErrorSharedByDomains({ error, count, example: 'example.com' }, String, t)
    return `${whose} ${text}`
  }
  expect([textOf(1), textOf(3)]).toEqual([
    'example.com: When the plan was made: No usable key',
    '3 domains, such as example.com: When the plan was made: No usable key',
  ])
})

test.each(['lockMigrating', 'unlockBlocked', 'whoisMigrating', 'whoisMailValidation'] as const)(
  'A plan states a condition of a stored setting as of its last reading, because it may have ended since: %s',
  (code) => expect(describePlanFinding({ scope: 'setting', code, values: {} }, t)).toMatch(/^When last read, /),
)
