import { join } from 'node:path'
import { demoAccounts } from './demo-accounts.ts'
import { demoFolder, createDemoEnvironment } from './demo-environment.ts'
import { waitUntilDetailReadsStop } from './wait-until-detail-reads-stop.ts'
import { runDemoStep } from './run-demo-step.ts'
import { addAccount, startSync } from '#test/e2e/support/user-steps.ts'

const folder = join(demoFolder, 'window')

/** Opens the window, adds the accounts, syncs them and waits until the user closes the window. Throws StepFailed. */
export async function runDemoUntilWindowCloses(): Promise<void> {
  const environment = await createDemoEnvironment({ folder, keepsProfile: true })
  try {
    const { app, page } = await environment.open({ BANTO_HOST_WINDOW: '1' })
    const closed = new Promise<void>((done) => app.process().once('exit', () => done()))
    if (environment.isKept)
      console.log('  The profile of the last demo is used again; delete out/demo/window for a fresh one')
    else {
      await runDemoStep('Add accounts', async (report) => {
        const accounts = demoAccounts(environment.world, environment.simulator.url)
        for (const account of accounts) await addAccount(page, account)
        report(`${accounts.length} accounts`)
      })
      await runDemoStep('Sync', async (report) => {
        await startSync(page)
        const { detailsRead, detailsTotal } = await waitUntilDetailReadsStop(page)
        report(`all lists, ${detailsRead} of ${detailsTotal} details`)
      })
    }
    console.log('\nThe window is yours. Close it to end the demo.')
    await closed
  } finally {
    await environment.close()
  }
}
