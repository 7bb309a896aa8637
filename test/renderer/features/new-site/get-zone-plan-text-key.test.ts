import { expect, test } from 'vitest'
import type { PlannedDomain } from '#shared/ipc/domain-change-plans.ts'
import { AppError, toWireError } from '#shared/app-error.ts'
import { getZonePlanTextKey } from '#renderer/features/new-site/get-zone-plan-text-key.ts'

const getKey = (planned: Pick<PlannedDomain, 'error' | 'findings'>) =>
  getZonePlanTextKey({ changes: [], ...planned } as unknown as PlannedDomain, true)
const finding = (scope: string, code: string) =>
  ({ scope, code, severity: 'error' }) as PlannedDomain['findings'][number]
const recordFinding = finding('record', 'cnameBesideOthers')
const accountFinding = finding('setting', 'accountHasNoKey')

test('Other records are asked for if only the records are wrong', () => {
  expect(getKey({ error: null, findings: [recordFinding] })).toBe('problem')
})

test.each([
  ['the zone could not be read', { error: toWireError(new AppError('timeout', 'No answer')), findings: [] }],
  ['the account has no key', { error: null, findings: [accountFinding] }],
  ['the account has no key and a record is wrong', { error: null, findings: [accountFinding, recordFinding] }],
])('Other records are not asked for if %s, because they would not help', (_, planned) => {
  expect(getKey(planned)).toBe('zoneBlocked')
})

test('A zone without changes and errors is said to be unchanged', () => {
  expect(getKey({ error: null, findings: [] })).toBe('zoneUnchanged')
})

test('The zone is not said to be as needed if no record was asked for', () => {
  const planned = { changes: [], error: null, findings: [] } as unknown as PlannedDomain
  expect(getZonePlanTextKey(planned, false)).toBe('noZone')
})
