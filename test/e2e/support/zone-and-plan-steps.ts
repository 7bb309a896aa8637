// Steps of a change of records and settings, and what the simulator holds after it.
import { expect, type Locator, type Page } from '@playwright/test'
import type { SimulatedDomain } from '#simulator/world-state.ts'
import type { Simulator } from '#simulator/start-simulator.ts'
import { secrets } from './small-world.ts'
import { addAccountByCommands, startSync, waitUntilSynced } from './user-steps.ts'

/** Adds an account of the small world and reads all its domains. */
export const addAlpha = (page: Page, simulator: Simulator) => addAndSync(page, simulator, { Alpha: secrets.alpha })

/** Adds the accounts of the small world that have domains, and reads all their domains. */
export const addAlphaAndBeta = (page: Page, simulator: Simulator) =>
  addAndSync(page, simulator, { Alpha: secrets.alpha, Beta: secrets.beta })

async function addAndSync(page: Page, { url }: Simulator, accounts: Record<string, string>): Promise<void> {
  for (const [label, secret] of Object.entries(accounts))
    await addAccountByCommands(page, { label, url, keys: [{ label: 'all', secret }] })
  await startSync(page)
  await waitUntilSynced(page)
}

/** A domain as the simulator holds it. */
export function servedDomain({ world }: Simulator, name: string): SimulatedDomain {
  const domain = world.owners.get(name)?.domains.get(name)
  if (!domain) throw new Error(`The world has no ${name}`)
  return domain
}

/** `host type content` of each record that the simulator holds, sorted. */
export function servedZone(simulator: Simulator, name: string): string[] {
  return [...servedDomain(simulator, name).records.values()]
    .map(({ type, host, content }) => `${host} ${type} ${content}`)
    .toSorted()
}

/** The calls that changed something, oldest first: the method and the path below the domains. */
export function listWrites({ ledger }: Simulator): string[] {
  return ledger.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/v1/domain/', '')}`)
}

/** Changes the first record of a type and host with another key of its account, as another program would. */
export async function changeRecordElsewhere(
  simulator: Simulator,
  name: string,
  { type, host, content }: { type: string; host: string; content: string },
): Promise<void> {
  const record = [...servedDomain(simulator, name).records.values()].find(
    (each) => each.type === type && each.host === host,
  )
  const response = await fetch(`${simulator.url}/v1/domain/${name}/dns/${record?.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${secrets.alphaOtherTool}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  })
  expect(response.status).toBe(200)
}

/** Opens a drawer of the zone's menu on the page of a domain. */
export async function openDrawerOfZoneMenu(page: Page, name: string): Promise<void> {
  await page.getByTestId('zone-tools').click()
  await page.locator('.n-dropdown-option').filter({ hasText: name }).first().click()
  await expect(page.locator('aside.side-drawer')).toBeVisible()
}

/** Creates the plan of the open form for one or many domains. */
export async function reviewChange(page: Page): Promise<void> {
  await page.getByTestId('change-review').click()
  await expect(page.getByTestId('plan-panel')).toBeVisible()
}

/** Runs the plan that is shown and waits until its job has ended. */
export async function runPlan(page: Page): Promise<void> {
  await page.getByTestId('plan-run').click()
  await expect(page.getByTestId('job-state')).toHaveText(/^\d+ done$/, { timeout: 60_000 })
}

export function locateDomainInPlan(page: Page, domain: string): Locator {
  return page.locator(`[data-test="plan-domain"][data-domain="${domain}"]`)
}
