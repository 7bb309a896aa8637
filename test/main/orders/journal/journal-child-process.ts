import { writeSync } from 'node:fs'
import { isAppError } from '#shared/app-error.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import { createStateUpdater, renewal } from '#test/main/orders/sample-intents.ts'

/**
 * `open`: prints whether the journal opens. `write`: changes intents until it is killed, and prints each change that is
 * on the disk.
 */
const [, , folder = '', mode] = process.argv

if (mode === 'open') {
  try {
    await openJournal({ folder, clock: Date }).close()
    console.log('open')
  } catch (error) {
    console.log(isAppError(error) ? error.kind : String(error))
  }
} else {
  const journal = openJournal({ folder, clock: Date })
  const say = (id: string, version: number) => writeSync(1, `${id} ${version}\n`)
  async function work(index: number): Promise<void> {
    for (let number = index; ; number += 4) {
      const id = `intent-${number}`
      if (!journal.get(id)) {
        await journal.add([renewal(number)])
        say(id, 1)
      }
      for (const state of ['sent', 'unsettled', 'sent', 'done'] as const)
        say(id, (await journal.change(id, createStateUpdater(state))).version)
    }
  }
  await Promise.all([1, 2, 3, 4].map((index) => work(journal.countByStatus({}).total * 4 + index)))
}
