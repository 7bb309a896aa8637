import { expect, test } from 'vitest'
import {
  zoneInConflictError,
  isChangeInZone,
  recordAfterChange,
} from '#renderer/features/domains/zone/record-change-outcome.ts'
import { AppError } from '#shared/app-error.ts'
import type { RecordChange, RecordDraft } from '#shared/ipc/dns.ts'

const draft: RecordDraft = { type: 'TXT', host: '_probe', content: 'one', ttl: 3600, priority: 0 }
const before = { id: 7, ...draft, content: 'zero' }
const add: RecordChange = { kind: 'add', after: draft }
const change: RecordChange = { kind: 'change', before, after: draft }
const remove: RecordChange = { kind: 'delete', before }

test('an addition has happened when the zone shows the record', () => {
  expect(isChangeInZone([before], add)).toBe(false)
  expect(isChangeInZone([before, { id: 8, ...draft }], add)).toBe(true)
})

test('a change has happened when the zone shows the new content', () => {
  expect(isChangeInZone([before], change)).toBe(false)
  expect(isChangeInZone([{ id: 7, ...draft }], change)).toBe(true)
})

test('a deletion has happened when its record is gone, whatever else the zone holds', () => {
  expect(isChangeInZone([before], remove)).toBe(false)
  expect(isChangeInZone([{ ...before, id: 8, content: 'other' }], remove)).toBe(true)
})

test('the record to mark is the changed one, not its twin', () => {
  expect(
    recordAfterChange(
      [
        { id: 3, ...draft },
        { id: 7, ...draft },
        { id: 9, ...draft },
      ],
      change,
    )?.id,
  ).toBe(7)
})

test('of equal records the newest one is the added one', () => {
  expect(
    recordAfterChange(
      [
        { id: 3, ...draft },
        { id: 9, ...draft },
      ],
      add,
    )?.id,
  ).toBe(9)
})

test('a conflict that does not tell the zone tells none', () => {
  expect(zoneInConflictError(new AppError('conflict', 'changed', { details: { actual: [before] } }))).toEqual([before])
  expect(zoneInConflictError(new AppError('conflict', 'changed', { details: { actual: 'gone' } }))).toBeNull()
  expect(zoneInConflictError(new AppError('conflict', 'changed'))).toBeNull()
})
