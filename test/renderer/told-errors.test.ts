import { expect, test } from 'vitest'
import type { WireError } from '#shared/errors.ts'
import type { ReadOf } from '#shared/ipc/scalars.ts'
import { createToldErrors } from '../../src/renderer/composables/told-errors.ts'

const locked: WireError = { kind: 'keychain_locked', message: 'locked', details: {} }
const refused: WireError = { kind: 'service', message: 'refused', details: {} }
const readAt = (at: number | null, error: WireError | null = null, errorAt: number | null = null): ReadOf<string> => ({
  data: at === null ? null : 'read',
  readAt: at,
  error,
  errorAt,
})

function toldAt10() {
  const told = createToldErrors<'info' | 'usage'>()
  told.take({ info: readAt(5, locked, 10), usage: readAt(9) }, ['info', 'usage'])
  return told
}

test('what a refresh told stays over what is loaded afterwards', () => {
  expect(toldAt10().over({ info: readAt(5), usage: readAt(9) })).toEqual({ info: readAt(5, locked, 10), usage: readAt(9) })
})

test('a newer reading or a newer stored error ends it', () => {
  expect(toldAt10().over({ info: readAt(11), usage: readAt(9) }).info).toEqual(readAt(11))
  expect(toldAt10().over({ info: readAt(5, refused, 12), usage: readAt(9) }).info).toEqual(readAt(5, refused, 12))
})

test('the next refresh of the part ends it, that of another part does not', () => {
  const told = toldAt10()
  told.take({ info: readAt(5), usage: readAt(11) }, ['usage'])
  expect(told.over({ info: readAt(5), usage: readAt(11) }).info.error).toEqual(locked)
  told.take({ info: readAt(5), usage: readAt(11) }, ['info'])
  expect(told.over({ info: readAt(5), usage: readAt(11) }).info.error).toBeNull()
})
