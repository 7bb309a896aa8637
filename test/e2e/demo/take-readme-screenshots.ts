// npm run screenshots: takes the screenshots of the README on the demo world.
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'
import { demoAccounts } from './demo-accounts.ts'
import { createDemoEnvironment, demoFolder } from './demo-environment.ts'
import { findDemoDomain } from './find-demo-domain.ts'
import { waitUntilDetailReadsStop } from './wait-until-detail-reads-stop.ts'
import { openArea, openDomain, recordRow, startSync, addAccountByCommands } from '#test/e2e/support/user-steps.ts'

const folder = resolve(import.meta.dirname, '../../../build/screenshots')
const profileFolder = join(demoFolder, 'screenshots')

// When the app does not start, Playwright also rejects a promise that no caller can handle.
process.on('unhandledRejection', () => {})

rmSync(profileFolder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const environment = await createDemoEnvironment({ folder: profileFolder, keepsProfile: false })
try {
  const { page } = await environment.open({ LANGUAGE: 'en', LANG: 'en_US.UTF-8' })
  await page.emulateMedia({ colorScheme: 'light' })
  const shoot = (name: string) => page.screenshot({ animations: 'disabled', path: join(folder, `${name}.png`) })
  for (const account of demoAccounts(environment.world, environment.simulator.url))
    await addAccountByCommands(page, account)
  await startSync(page)
  await waitUntilDetailReadsStop(page)
  await openArea(page, 'overview')
  await expect(page.locator('.n-message')).toHaveCount(0)
  await shoot('overview')
  const zone = findDemoDomain(environment)
  await openDomain(page, zone.decoded)
  await expect(recordRow(page, zone.content).first()).toBeVisible({ timeout: 20_000 })
  await shoot('zone')
} finally {
  await environment.close()
}
console.log(`  Two screenshots in ${folder}`)
