import { expect, test } from 'vitest'
import { getShownJobChangeResult } from '#shared/ipc/get-shown-result-of-job-change.ts'

test('A deletion that was not needed says that the record was already deleted', () => {
  const item = { state: 'done', error: null } as const
  expect(getShownJobChangeResult(item, { result: 'not_needed', change: { kind: 'delete' } })).toBe('already_deleted')
  expect(getShownJobChangeResult(item, { result: 'not_needed', change: { kind: 'add' } })).toBe('not_needed')
})

test('The outcome of a change is called unknown only after its item has ended', () => {
  expect(
    getShownJobChangeResult({ state: 'running', error: null }, { result: 'unknown', change: { kind: 'add' } }),
  ).toBe('in_progress')
  expect(
    getShownJobChangeResult({ state: 'checking', error: null }, { result: 'unknown', change: { kind: 'add' } }),
  ).toBe('unconfirmed')
  expect(
    getShownJobChangeResult({ state: 'waiting', error: null }, { result: 'unknown', change: { kind: 'add' } }),
  ).toBe('unconfirmed')
  expect(
    getShownJobChangeResult({ state: 'unknown', error: null }, { result: 'unknown', change: { kind: 'add' } }),
  ).toBe('unknown')
  expect(getShownJobChangeResult({ state: 'running', error: null }, { result: 'done', change: { kind: 'add' } })).toBe(
    'done',
  )
  expect(
    getShownJobChangeResult({ state: 'cancelled', error: null }, { result: 'not_done', change: { kind: 'add' } }),
  ).toBe('not_done')
})

test('A change whose call waits for a limit is in progress, because it may be the first sending', () => {
  const error = { kind: 'waits_for_limit', message: '', details: {} } as const
  expect(getShownJobChangeResult({ state: 'waiting', error }, { result: 'unknown', change: { kind: 'add' } })).toBe(
    'in_progress',
  )
  expect(getShownJobChangeResult({ state: 'waiting', error }, { result: 'waiting', change: { kind: 'add' } })).toBe(
    'waiting',
  )
})
