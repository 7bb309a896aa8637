import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { nodeFileSystem, type JournalFileSystem } from '#main/orders/journal/journal-file-system.ts'
import { makeFolder } from '#test/main/orders/sample-intents.ts'

/** What may happen around a step: before it, in its middle (half of a write), after it. */
export type StepHook = (moment: 'before' | 'middle' | 'after') => void

export interface WatchedFiles extends JournalFileSystem {
  steps(): number
  /** A copy of the folder as the disk would hold it after a sudden end: of the process, or of the power; `alone`: and the table is lost, too. */
  image(kind: 'kill' | 'power' | 'alone', random: () => number): string
}

/** The real files; `onStep` is called around each step that writes, and may throw what the disk would. */
export function watchFiles(folder: string, onStep: StepHook): WatchedFiles {
  let steps = 0
  /** Bytes that a loss of power leaves, by name. */
  const synced = new Map<string, number>()
  /** What a name still leads to while its renaming is not on the disk. */
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
      const copy = makeFolder()
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
      if (kind === 'alone') for (const name of readdirSync(copy)) if (name.startsWith('orders.db')) rmSync(join(copy, name))
      // The table's own log is not synced with every change: a loss of power takes any part of its end.
      const log = join(copy, 'orders.db-wal')
      if (existsSync(log)) truncateSync(log, Math.floor(random() * (sizeOf(log) + 1)))
      return copy
    },
  }
}
