import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { nodeFileSystem, type JournalFileSystem } from '#main/orders/journal/journal-file-system.ts'
import { makeTemporaryJournalFolder } from '#test/main/orders/sample-intents.ts'

/** Called around a step: before it, in its middle (half of a write) and after it. */
export type StepHook = (moment: 'before' | 'middle' | 'after') => void

export interface FaultyJournalFiles extends JournalFileSystem {
  steps(): number
  /**
   * Returns a copy of the folder in the state after the process was killed (`kill`) or after a power failure (`power`).
   * `powerAndTableLost`: as after `power`, and the file of the table is lost.
   */
  image(kind: 'kill' | 'power' | 'powerAndTableLost', random: () => number): string
}

/** Real files. `onStep` is called around each writing step and may throw a disk error. */
export function createFaultyJournalFiles(folder: string, onStep: StepHook): FaultyJournalFiles {
  let steps = 0
  /** Number of bytes that survive a power loss, by file name. */
  const synced = new Map<string, number>()
  /** Previous contents of renamed files whose renaming is not on the disk yet, by file name. */
  const renamed = new Map<string, { before: Buffer | null }>()

  async function step(work: () => Promise<void>, half: () => Promise<void> = async () => {}): Promise<void> {
    steps += 1
    onStep('before')
    await half()
    onStep('middle')
    await work()
    onStep('after')
  }

  const sizeOf = (path: string) => (existsSync(path) ? readFileSync(path).length : 0)

  return {
    steps: () => steps,
    read: nodeFileSystem.read,
    async open(path) {
      const handle = await nodeFileSystem.open(path)
      const name = basename(path)
      if (!synced.has(name)) synced.set(name, sizeOf(path))
      return {
        write: (bytes, position) =>
          step(
            () => handle.write(bytes, position),
            () => handle.write(bytes.subarray(0, bytes.length / 2), position),
          ),
        sync: () =>
          step(async () => {
            await handle.sync()
            synced.set(name, sizeOf(path))
          }),
        truncate: (bytes) => step(() => handle.truncate(bytes)),
        close: () => handle.close(),
      }
    },
    rename: (from, to) =>
      step(async () => {
        renamed.set(basename(to), { before: nodeFileSystem.read(to) })
        await nodeFileSystem.rename(from, to)
        synced.set(basename(to), synced.get(basename(from)) ?? 0)
        synced.delete(basename(from))
      }),
    syncFolder: (path) =>
      step(async () => {
        await nodeFileSystem.syncFolder(path)
        renamed.clear()
      }),
    image(kind, random) {
      const copy = makeTemporaryJournalFolder()
      cpSync(folder, copy, { recursive: true })
      if (kind === 'kill') return copy
      for (const [name, bytes] of synced) {
        const path = join(copy, name)
        const size = sizeOf(path)
        if (size > bytes) truncateSync(path, bytes + Math.floor(random() * (size - bytes + 1)))
      }
      for (const [name, { before }] of renamed) {
        if (random() < 0.5 && before) writeFileSync(join(copy, name), before)
      }
      if (kind === 'powerAndTableLost')
        for (const name of readdirSync(copy)) if (name.startsWith('orders.db')) rmSync(join(copy, name))
      // SQLite does not sync the WAL with every change, so a power loss removes any part of its end.
      const log = join(copy, 'orders.db-wal')
      if (existsSync(log)) truncateSync(log, Math.floor(random() * (sizeOf(log) + 1)))
      return copy
    },
  }
}
