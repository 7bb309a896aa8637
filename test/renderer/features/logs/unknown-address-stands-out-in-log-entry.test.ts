import { expect, test } from 'vitest'
import type { StoredExecutionLogEntry } from '#shared/ipc/api-logs.ts'
import { useExecutionLogEntryCells } from '#renderer/features/logs/useExecutionLogEntryCells.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const entry: StoredExecutionLogEntry = {
  accountId: 'a',
  keyId: 'key',
  at: 0,
  method: 'GET',
  path: '/v1/domain',
  statusCode: 200,
  responseTimeMs: null,
  ipAddress: '192.0.2.9',
  id: 1,
  sender: 'ownOrOther',
  isDryRun: false,
  isAddressKnown: false,
}

test('An unknown address stands out also in an entry that is possibly of this app', () => {
  const { made: cells, leave } = runInSetup(useExecutionLogEntryCells)
  const sourceOf = (isAddressKnown: boolean) =>
    cells['source']?.({ gap: null, entry: { ...entry, isAddressKnown } }, false)
  expect(sourceOf(false)).toMatchObject({ text: '192.0.2.9', class: expect.stringContaining('warning') })
  expect(sourceOf(true)).toMatchObject({ class: 'grey' })
  leave()
})
