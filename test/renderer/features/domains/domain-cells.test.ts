import { expect, test } from 'vitest'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { useDomainCells } from '#renderer/features/domains/useDomainCells.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('A cell without a value does not say that a detail was not read that the service may have refused', () => {
  setMessageLanguage('en')
  const { made: cells, leave } = runInSetup(useDomainCells)
  const row = { records: null, isLocked: null, hasWhoisPrivacy: null, nameservers: [] } as unknown as DomainRow
  for (const column of ['records', 'lock', 'privacy', 'nameservers'])
    expect(cells[column]?.(row, true)).toMatchObject({ text: '—', title: 'Not read, or not given by the service' })
  leave()
})
