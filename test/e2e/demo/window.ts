import { join } from 'node:path'
import { demoAccounts } from './cast.ts'
import { demoFolder, setUpDemo } from './desk.ts'
import { untilListsRead } from './look.ts'
import { step } from './steps.ts'
import { addAccount, startSync } from '../steps.ts'

const folder = join(demoFolder, 'window')

/** Opens the window, adds the accounts and syncs before the person's eyes, and leaves it to them. Throws StepFailed. */
export async function runInWindow(): Promise<void> {
  const desk = await setUpDemo({ folder, keepsProfile: true })
  try {
    const { app, page } = await desk.open({ BANTO_HOST_WINDOW: '1' })
    const closed = new Promise<void>((done) => app.process().once('exit', () => done()))
    if (desk.isKept) console.log('  The profile of the last demo is used again; delete out/demo/window for a fresh one')
    else {
      await step('Add accounts', async (tell) => {
        const accounts = demoAccounts(desk.world, desk.simulator.url)
        for (const account of accounts) await addAccount(page, account)
        tell(`${accounts.length} accounts`)
      })
      await step('Sync', async (tell) => {
        await startSync(page)
        const { detailsRead, detailsTotal } = await untilListsRead(page)
        tell(`all lists, ${detailsRead} of ${detailsTotal} details`)
      })
    }
    console.log('\nThe window is yours. Close it to end the demo.')
    await closed
  } finally {
    await desk.close()
  }
}
