import { expect, test } from 'vitest'
import type { WireError } from '#shared/app-error.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import { createUnstoredRefreshErrors } from '#renderer/composables/unstored-refresh-errors.ts'

const locked: WireError = { kind: 'keychain_locked', message: 'locked', details: {} }
const refused: WireError = { kind: 'service', message: 'refused', details: {} }
const readAt = (at: number | null, error: WireError | null = null, errorAt: number | null = null): Cached<string> => ({
  data: at === null ? null : 'read',
  readAt: at,
  error,
  errorAt,
})

function unstoredAt10() {
  const unstored = createUnstoredRefreshErrors<'info' | 'usage'>()
  unstored.record({ info: readAt(5, locked, 10), usage: readAt(9) }, ['info', 'usage'])
  return unstored
}

test('An error of a refresh stays visible over data that is loaded later', () => {
  expect(unstoredAt10().applyTo({ info: readAt(5), usage: readAt(9) })).toEqual({
    info: readAt(5, locked, 10),
    usage: readAt(9),
  })
})

test('A newer read or a newer stored error removes the error of a refresh', () => {
  expect(unstoredAt10().applyTo({ info: readAt(11), usage: readAt(9) }).info).toEqual(readAt(11))
  expect(unstoredAt10().applyTo({ info: readAt(5, refused, 12), usage: readAt(9) }).info).toEqual(
    readAt(5, refused, 12),
  )
})

test('The next refresh of the same part removes the error; a refresh of another part does not', () => {
  const unstored = unstoredAt10()
  unstored.record({ info: readAt(5), usage: readAt(11) }, ['usage'])
  expect(unstored.applyTo({ info: readAt(5), usage: readAt(11) }).info.error).toEqual(locked)
  unstored.record({ info: readAt(5), usage: readAt(11) }, ['info'])
  expect(unstored.applyTo({ info: readAt(5), usage: readAt(11) }).info.error).toBeNull()
})
