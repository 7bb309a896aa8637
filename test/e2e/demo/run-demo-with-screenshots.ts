import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import {
  addAccount,
  changeRecord,
  chooseOption,
  confirmAction,
  openArea,
  openDomain,
  openSearch,
  recordRow,
  startSync,
} from '#test/e2e/support/user-steps.ts'
import { demoAccounts } from './demo-accounts.ts'
import { demoFolder, createDemoEnvironment, type DemoEnvironment } from './demo-environment.ts'
import { readOverviewTotals } from './read-overview-totals.ts'
import { waitUntilDetailReadsStop } from './wait-until-detail-reads-stop.ts'
import { findDemoDomain } from './find-demo-domain.ts'
import { runDemoStep, formatTwoColumns } from './run-demo-step.ts'

const newAddress = '203.0.113.80'

/** Runs the main tasks through the controls of the window and takes screenshots. Throws StepFailed. */
export async function runDemoWithScreenshots(): Promise<void> {
  const folder = join(demoFolder, 'alone')
  rmSync(folder, { recursive: true, force: true })
  if (existsSync(demoFolder))
    for (const name of readdirSync(demoFolder)) if (name.endsWith('.png')) rmSync(join(demoFolder, name))
  const environment = await createDemoEnvironment({ folder, keepsProfile: false })
  try {
    await mainJob(environment)
  } finally {
    await environment.close()
  }
}

async function mainJob(environment: DemoEnvironment): Promise<void> {
  const { simulator, world } = environment
  const accounts = demoAccounts(world, simulator.url)
  const keyCount = accounts.reduce((sum, { keys }) => sum + keys.length, 0)
  const first = await environment.open({ LANGUAGE: 'ja' })
  const { page } = first
  let shots = 0
  const shoot = async (name: string, on: Page = page) => {
    shots += 1
    // The message with the way back stays longer than the others.
    await expect(on.locator('.n-message')).toHaveCount(0, { timeout: 20_000 })
    await on.screenshot({
      animations: 'disabled',
      path: join(demoFolder, `${String(shots).padStart(2, '0')}-${name}.png`),
    })
  }

  await runDemoStep('First start', async (report) => {
    await expect(page.getByTestId('welcome')).toBeVisible()
    await shoot('welcome')
    report('an empty profile, one thing to do')
  })
  await runDemoStep('Add accounts', async (report) => {
    for (const account of accounts)
      await addAccount(page, account, account === accounts[0] ? () => shoot('add-account') : undefined)
    await shoot('account')
    report(`${accounts.length} accounts with ${keyCount} keys, typed into the form and tried`)
  })
  await runDemoStep('Sync', async (report) => {
    await startSync(page)
    const { detailsRead, detailsTotal } = await waitUntilDetailReadsStop(page)
    await openArea(page, 'overview')
    await shoot('overview')
    report(`all lists, ${detailsRead} of ${detailsTotal} details; the rest follows at the service's 60 calls a minute`)
  })
  await runDemoStep('Domains and servers', async (report) => {
    const seen = await readOverviewTotals(page)
    const owned = (world.users ?? []).filter(({ name }) => ['aoba-web', 'minato-design', 'kita-systems'].includes(name))
    expect(seen.domains, 'every domain of the three users').toBe(
      owned.reduce((sum, user) => sum + (user.domains?.length ?? 0), 0),
    )
    expect(seen.servers, 'every server of the three users').toBe(
      owned.reduce((sum, user) => sum + (user.servers?.length ?? 0), 0),
    )
    await openArea(page, 'domains')
    await expect(page.getByTestId('domains-table').getByRole('row').nth(5)).toBeVisible()
    await shoot('domains')
    await openArea(page, 'servers')
    await expect(page.getByTestId('servers-table').getByRole('row').nth(5)).toBeVisible()
    await shoot('servers')
    report(`${seen.domains} domains and ${seen.servers} servers in two tables`)
  })
  await runDemoStep('Logs', async (report) => {
    await openArea(page, 'logs')
    await expect(page.getByTestId('logs-table').getByRole('row').nth(5)).toBeVisible({ timeout: 20_000 })
    await shoot('logs')
    report(`${(await readOverviewTotals(page)).logEntries} entries of ${keyCount} keys, merged by time`)
  })

  const target = findDemoDomain(environment)
  await runDemoStep('Search', async (report) => {
    const hits = await openSearch(page, target.decoded)
    await expect(hits.filter({ hasText: target.decoded }).first()).toBeVisible()
    await shoot('search')
    await page.keyboard.press('Escape')
    report(`found ${target.decoded}`)
  })
  await runDemoStep('Open a zone', async (report) => {
    await openDomain(page, target.decoded)
    await expect(recordRow(page, target.content).first()).toBeVisible({ timeout: 20_000 })
    await shoot('zone')
    report(`${target.name}, ${target.records} records`)
  })
  await runDemoStep('Change a record', async (report) => {
    await changeRecord(page, ['www', target.content], { content: newAddress })
    await expect(page.getByTestId('confirm')).toContainText(newAddress)
    await shoot('confirm-change')
    await confirmAction(page)
    await expect(recordRow(page, newAddress).first()).toBeVisible({ timeout: 20_000 })
    await shoot('zone-changed')
    const stored = [...(simulator.world.owners.get(target.name)?.domains.get(target.name)?.records.values() ?? [])]
    expect(
      stored.filter(({ id }) => id === target.id).map(({ content }) => content),
      "the record in the simulator's world",
    ).toEqual([newAddress])
    report(`${target.content} became ${newAddress}, also in the simulator`)
  })
  await runDemoStep('English and dark', async () => {
    await openArea(page, 'settings')
    await chooseOption(page, page.getByTestId('language-select'), 'English')
    await chooseOption(page, page.getByTestId('theme-select'), 'Dark')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await shoot('settings-dark')
    await openArea(page, 'overview')
    await shoot('overview-dark')
    await openArea(page, 'domains')
    await shoot('domains-dark')
  })

  const online = await readOverviewTotals(page)
  const { received, refused } = simulator.ledger.summary()
  await runDemoStep('Go offline', async (report) => {
    await first.close()
    await simulator.pause()
    report('Banto closed, the simulator stopped')
  })
  const second = await environment.open()
  await runDemoStep('Everything again', async (report) => {
    const seen = await readOverviewTotals(second.page)
    expect(seen, 'what is shown without the service').toEqual(online)
    await openArea(second.page, 'overview')
    await shoot('offline-overview', second.page)
    await openArea(second.page, 'servers')
    await expect(second.page.getByTestId('servers-table').getByRole('row').nth(5)).toBeVisible()
    await shoot('offline-servers', second.page)
    await openArea(second.page, 'logs')
    await expect(second.page.getByTestId('logs-table').getByRole('row').nth(5)).toBeVisible()
    await openDomain(second.page, target.decoded)
    await expect(recordRow(second.page, newAddress).first()).toBeVisible()
    await shoot('offline-zone', second.page)
    report(`${seen.domains} domains, ${seen.servers} servers, ${seen.records} records from the profile alone`)
  })

  const { zones, ...shown } = online
  console.log(
    `\n${formatTwoColumns([
      ['accounts', shown.accounts],
      ['keys', shown.keys],
      ['servers', shown.servers],
      ['domains', shown.domains],
      ['records', `${shown.records.toLocaleString('en')} of ${zones.toLocaleString('en')} zones read`],
      ['log entries', shown.logEntries],
      ['calls made', received],
      ['calls refused', refused],
    ])}\n\n  ${shots} screenshots in out/demo\n`,
  )
}
