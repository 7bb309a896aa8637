import { expect, test } from 'vitest'
import type { ComposerTranslation } from 'vue-i18n'
import type { DetectedChange, DetectedChangeValues } from '#shared/ipc/detected-changes.ts'
import { describeDetectedChange } from '#renderer/features/activity/detected-changes/describe-detected-change.ts'
import { groupDetectedChangesByReading } from '#renderer/features/activity/detected-changes/group-detected-changes-by-reading.ts'

const t = ((key: string, values?: { n?: number }) => `${key}${values?.n ?? ''}`) as unknown as ComposerTranslation
const describe = (values: DetectedChangeValues, kind: DetectedChange['kind'] = 'server') => {
  const { icon, subject, before, after } = describeDetectedChange({ kind, values }, t)
  return [icon, subject, before, after]
}
const record = { id: 1, type: 'MX', host: '@', content: 'mail.example', ttl: 300, priority: 10 }

test('A record that a reading shows for the first time was added, and one that it no longer shows was removed', () => {
  expect(describe({ field: 'record', before: null, after: record })).toEqual(['add', 'MX @', null, '10 mail.example'])
  expect(describe({ field: 'record', before: record, after: null })).toEqual([
    'delete',
    'MX @',
    '10 mail.example',
    null,
  ])
})

test('Of a changed record, only what differs is shown, and its type and host if these differ', () => {
  const changed = (fields: object) => describe({ field: 'record', before: record, after: { ...record, ...fields } })
  expect(changed({ ttl: 60 })).toEqual(['change', 'MX @', 'activity.ttl300', 'activity.ttl60'])
  expect(changed({ host: 'www' })).toEqual(['change', 'MX @', 'MX @ 10 mail.example', 'MX www 10 mail.example'])
})

test('A status that the app does not know is shown as the service names it', () => {
  expect(describe({ field: 'status', before: 'active', after: 'frozen' }, 'domain').slice(2)).toEqual([
    'common.status.domain.active',
    'frozen',
  ])
})

test('Plans of one name are shown with their IDs, and an expiry date that was not shown as no date', () => {
  const plans = (before: string, after: string) =>
    describe({ field: 'plan', before: { id: 'p1', name: before }, after: { id: 'p2', name: after } }).slice(2)
  expect(plans('Standard', 'Business')).toEqual(['Standard', 'Business'])
  expect(plans('Standard', 'Standard')).toEqual(['Standard (p1)', 'Standard (p2)'])
  expect(describe({ field: 'expiry', before: null, after: '2027-03-31' }).slice(2)).toEqual([
    'detectedChanges.noDate',
    '2027-03-31',
  ])
})

test('EPP statuses are shown as the service names them, and a reading without any as none', () => {
  expect(describe({ field: 'epp_statuses', before: [], after: ['redemptionPeriod'] }, 'domain')).toEqual([
    'change',
    'detectedChanges.field.epp_statuses',
    'detectedChanges.noEppStatus',
    'redemptionPeriod',
  ])
})

test('A domain that a list no longer contains is shown as removed, and one that is back as added', () => {
  expect(describe({ field: 'listed', before: true, after: false })).toEqual([
    'delete',
    'detectedChanges.listed.delete',
    null,
    null,
  ])
  expect(describe({ field: 'listed', before: false, after: true })[0]).toBe('add')
})

test('No value of Whois contact data is shown', () => {
  expect(describeDetectedChange({ kind: 'domain', values: { field: 'whois_contact' } }, t)).toMatchObject({
    before: null,
    after: null,
    note: 'detectedChanges.notRecorded',
  })
})

test('Adjacent changes between the same seconds are one group, in their order', () => {
  const change = (id: number, previousReadAt: number, detectedAt: number) =>
    ({ id, previousReadAt, detectedAt }) as DetectedChange
  const groups = groupDetectedChangesByReading([
    change(5, 1000, 9000),
    change(4, 1200, 9100),
    change(3, 2000, 9000),
    change(2, 1000, 9000),
  ])
  expect(groups.map(({ changes }) => changes.map(({ id }) => id))).toEqual([[5, 4], [3], [2]])
})
