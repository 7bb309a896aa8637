import type { Page } from '@playwright/test'
import { callMain } from '#test/e2e/support/call-main.ts'

export interface DemoOverviewTotals {
  accounts: number
  keys: number
  servers: number
  domains: number
  records: number
  zones: number
  logEntries: number
}

/** The stored totals that the overview shows. */
export async function readOverviewTotals(page: Page): Promise<DemoOverviewTotals> {
  const { totals } = await callMain(page, 'inventory.overview', {})
  const { accounts, keys, servers, domains, records, zonesRead, logEntries } = totals
  return { accounts, keys, servers, domains, records, zones: zonesRead, logEntries }
}
