import type { Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'
import { callMain } from './call-main.ts'
import { startSync, waitUntilSynced } from './user-steps.ts'

/** Removes domains and servers from the lists of Alpha, and accepts the new lists. */
export async function removeFromAlphasListsAndSync(
  page: Page,
  simulator: Simulator,
  names: { domains?: string[]; servers?: string[] },
) {
  const { domains, servers } = simulator.world.user('alpha')
  for (const name of names.domains ?? []) domains.delete(name)
  for (const [name, { serverId }] of servers) if (names.servers?.includes(serverId)) servers.delete(name)
  await startSync(page)
  await waitUntilSynced(page)
  for (const list of ['domain', 'server'] as const) {
    // Each accepted list starts a sync, which reads the other one again.
    const [account] = await callMain(page, 'accounts.list', null)
    const shrunken = account?.shrunkenLists.find((each) => each.list === list)
    if (!account || !shrunken) continue
    await callMain(page, 'inventory.acceptShrunkenList', { accountId: account.id, list, readAt: shrunken.readAt })
    await waitUntilSynced(page)
  }
}
