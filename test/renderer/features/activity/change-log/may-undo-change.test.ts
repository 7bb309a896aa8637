import { expect, test } from 'vitest'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import { mayUndoChange } from '#renderer/features/activity/change-log/may-undo-change.ts'

const lock = { kind: 'lock', before: false, after: true } as const

test.each<[ChangeLogEntry['result'], boolean]>([
  ['done', true],
  ['unknown', true],
  ['failed', false],
  ['sending', false],
])('A change with the result %s offers an undo: %s', (result, isOffered) => {
  expect(mayUndoChange({ change: lock, result, isLockThatCannotBeUndone: false })).toBe(isOffered)
})

test('A lock that only a cancellation request can clear offers no undo', () => {
  expect(mayUndoChange({ change: lock, result: 'done', isLockThatCannotBeUndone: true })).toBe(false)
})
