import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { callMain } from '#test/e2e/support/call-main.ts'

/**
 * Waits until the lists of every account are read and the number of read details stops growing, because the quota of
 * the first minute is spent. Returns the number of details. Throws if a sync fails or after `limitMs`.
 */
export async function waitUntilDetailReadsStop(
  page: Page,
  limitMs = 60_000,
): Promise<{ detailsRead: number; detailsTotal: number }> {
  const end = Date.now() + limitMs
  let before = -1
  for (;;) {
    const progress = await callMain(page, 'sync.progress', null)
    const failed = progress.find(({ state }) => state === 'failed')
    if (failed) throw new Error(`The sync of an account failed: ${failed.error?.message ?? 'no reason given'}`)
    const areListsRead =
      progress.length > 0 && progress.every(({ listsTotal, listsDone }) => listsTotal > 0 && listsDone === listsTotal)
    const sum = (of: (one: (typeof progress)[number]) => number) => progress.reduce((total, one) => total + of(one), 0)
    const [detailsRead, detailsTotal] = [sum((one) => one.detailsRead), sum((one) => one.detailsTotal)]
    if (areListsRead && (detailsRead === before || detailsRead === detailsTotal) && detailsRead > 0)
      return { detailsRead, detailsTotal }
    if (Date.now() > end)
      throw new Error(`After ${limitMs / 1000} s the lists were not read: ${JSON.stringify(progress)}`)
    before = detailsRead
    await sleep(1500)
  }
}
