import { expect, test } from 'vitest'
import {
  isChangeInZone,
  findRecordResultingFromChange,
} from '#renderer/features/domains/zone/find-record-resulting-from-change.ts'
import { parseZoneOfConflictError } from '#renderer/features/domains/zone/parse-zone-of-conflict-error.ts'
import { AppError } from '#shared/app-error.ts'
import type { RecordChange, CompleteRecordInput } from '#shared/ipc/dns.ts'

const draft: CompleteRecordInput = { type: 'TXT', host: '_probe', content: 'one', ttl: 3600, priority: 0 }
const before = { id: 7, ...draft, content: 'zero' }
const add: RecordChange = { kind: 'add', after: draft }
const change: RecordChange = { kind: 'change', before, after: draft }
const remove: RecordChange = { kind: 'delete', before }

test('An addition is complete when the zone contains the record', () => {
  expect(isChangeInZone([before], add)).toBe(false)
  expect(isChangeInZone([before, { id: 8, ...draft }], add)).toBe(true)
})

test('A change is complete when the zone contains the new content', () => {
  expect(isChangeInZone([before], change)).toBe(false)
  expect(isChangeInZone([{ id: 7, ...draft }], change)).toBe(true)
})

test('A deletion is complete when the zone no longer contains its record, whatever other records it contains', () => {
  expect(isChangeInZone([before], remove)).toBe(false)
  expect(isChangeInZone([{ ...before, id: 8, content: 'other' }], remove)).toBe(true)
})

test('The highlighted record is the changed one, not an equal record', () => {
  expect(
    findRecordResultingFromChange(
      [
        { id: 3, ...draft },
        { id: 7, ...draft },
        { id: 9, ...draft },
      ],
      change,
    )?.id,
  ).toBe(7)
})

test('The newest of several equal records is the added one', () => {
  expect(
    findRecordResultingFromChange(
      [
        { id: 3, ...draft },
        { id: 9, ...draft },
      ],
      add,
    )?.id,
  ).toBe(9)
})

test('A conflict error without a valid zone returns no zone', () => {
  expect(parseZoneOfConflictError(new AppError('conflict', 'changed', { details: { actual: [before] } }))).toEqual([
    before,
  ])
  expect(parseZoneOfConflictError(new AppError('conflict', 'changed', { details: { actual: 'gone' } }))).toBeNull()
  expect(parseZoneOfConflictError(new AppError('conflict', 'changed'))).toBeNull()
})
