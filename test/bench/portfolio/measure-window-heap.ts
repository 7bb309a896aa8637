import type { Page } from '@playwright/test'
import { openArea } from '#test/e2e/support/user-steps.ts'

const scrollSteps = 40

/** Scrolls through the whole list of domains and collects garbage. Returns the heap of the window in MB. */
export async function measureHeapMb(page: Page): Promise<number> {
  await openArea(page, 'domains')
  const table = page.getByTestId('domains-table')
  await table.getByRole('row').nth(5).waitFor()
  for (let step = 0; step <= scrollSteps; step += 1) {
    await table.getByRole('grid').evaluate((grid, part) => {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part
    }, step / scrollSteps)
    await page.waitForFunction(() => {
      const grid = document.querySelector('[data-test="domains-table"] [role="grid"]') as HTMLElement
      const { left, top, height } = grid.getBoundingClientRect()
      const row = document.elementFromPoint(left + 60, top + height / 2)?.closest('[role="row"]')
      return (row?.textContent ?? '').trim() !== ''
    })
  }
  const session = await page.context().newCDPSession(page)
  // Objects that wait for a finalizer are collected by the second run.
  for (let run = 0; run < 2; run += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}
