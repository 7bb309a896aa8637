import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJournalLines } from '#main/orders/journal/journal-line.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import type { JournalFileSystem } from '#main/orders/journal/journal-file-system.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import { makeTemporaryJournalFolder } from '#test/main/orders/sample-intents.ts'
import type { JournalStore } from '#test/campaign/paid-orders/banto-as-client-under-test.ts'
import { createFaultyJournalFiles, type FaultyJournalFiles } from './faulty-journal-files.ts'

/** How a process ends: by a kill, or by a loss of the machine's power. */
export type ProcessEnd = 'kill' | 'power'

export interface CrashableJournalStore extends JournalStore {
  /** Whether a disk step is in progress. */
  isBusy(): boolean
  /** Replaces the folder by its state after a sudden end now. The next process opens that state. */
  lose(loss: ProcessEnd, random: () => number): void
  remove(): Promise<void>
}

/**
 * A store with the real journal on real files. `onStep` is called before, in the middle of and after each writing step.
 */
export function createCrashableJournalStore(onStep: () => void): CrashableJournalStore {
  let folder = makeTemporaryJournalFolder()
  let files: FaultyJournalFiles | null = null
  let underway = 0
  const folders = [folder]
  const journals: Journal[] = []

  async function counted<T>(step: Promise<T>): Promise<T> {
    underway += 1
    try {
      return await step
    } finally {
      underway -= 1
    }
  }

  function counting(real: JournalFileSystem): JournalFileSystem {
    return {
      read: real.read,
      async open(path) {
        const handle = await counted(real.open(path))
        return {
          write: (bytes, position) => counted(handle.write(bytes, position)),
          sync: () => counted(handle.sync()),
          truncate: (bytes) => counted(handle.truncate(bytes)),
          close: () => counted(handle.close()),
        }
      },
      rename: (from, to) => counted(real.rename(from, to)),
      syncFolder: (path) => counted(real.syncFolder(path)),
    }
  }

  return {
    open({ process: life }) {
      files = createFaultyJournalFiles(folder, () => {
        if (!life.isOver) onStep()
      })
      const journal = openJournal({ folder, clock: life.clock, fs: counting(files) })
      journals.push(journal)
      return journal
    },
    intents() {
      try {
        return [...parseJournalLines(readFileSync(join(folder, 'orders.journal'))).intactById.values()].map(
          ({ text }) => JSON.parse(text.toString()) as StoredIntent,
        )
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    },
    isBusy: () => underway > 0,
    lose(loss, random) {
      if (files === null) return
      folder = files.image(loss, random)
      folders.push(folder)
    },
    async remove() {
      await Promise.all(journals.map((journal) => journal.close().catch(() => undefined)))
      for (const each of folders) rmSync(each, { recursive: true, force: true })
    },
  }
}
