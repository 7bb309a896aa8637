import { expect, test } from 'vitest'
import type { DomainRow, ServerRow } from '#shared/ipc/inventory.ts'
import { dayMs } from '#shared/durations.ts'
import { useDomainCells } from '#renderer/features/domains/useDomainCells.ts'
import { useServerCells } from '#renderer/features/servers/useServerCells.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The lists count no days until the expiry date of a domain or server that is gone, as its page does not', () => {
  setMessageLanguage('en')
  const { made, leave } = runInSetup(() => ({ domains: useDomainCells(), servers: useServerCells() }))
  for (const days of [21, -3]) {
    const expiryDate = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
    const rowOf = (goneSince: number | null) => ({ expiryDate, goneSince }) as unknown as DomainRow & ServerRow
    for (const cells of [made.domains, made.servers]) {
      expect(cells['expiry']?.(rowOf(null), true)).toMatchObject({
        text: expiryDate,
        note: { text: expect.stringMatching(/days/u) as string },
      })
      const gone = cells['expiry']?.(rowOf(Date.now()), true)
      expect(gone).toMatchObject({ text: expiryDate, note: null })
      expect(gone?.class).not.toContain('clipped')
    }
  }
  leave()
})
