import { AppError } from '#shared/errors.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { inSlices } from '#main/pace/slices.ts'
import { toDatabaseError } from '#main/store/sqlite-errors.ts'
import { openJournalFile } from './journal-file.ts'
import type { JournalFiles } from './journal-files.ts'
import type { Copy } from './journal-line.ts'
import type { JournalTable } from './journal-table.ts'

/** One addition or change, to count whole or not at all. `before`: what the table held of them. */
export interface Write {
  copies: readonly Copy[]
  before: ReadonlyMap<string, Copy | null>
}

export interface JournalStoreDeps {
  fs: JournalFiles
  path: string
  table: JournalTable
  /** Bytes of the file as it was read, and how many of them the newest versions need. */
  size: number
  liveBytes: number
  /** The file must be written anew before anything is added. */
  isUnsound: boolean
  /** Damaged text that must be set aside before it is overwritten. */
  aside: readonly Buffer[]
  now: () => number
  onError: (error: AppError | null) => void
}

/** Writes to both files, one after the other. */
export interface JournalStore {
  /** Resolves when it is on the disk. Writes that wait together share one fdatasync. */
  write(write: Write): Promise<void>
  /** The file is written anew soon: something in old lines must not stay. */
  wipe(): void
  close(): Promise<void>
}

/** Old versions may be as much again as the newest, and a little more, before they are dropped. */
const slackBytes = 4 << 20
/** Rows of one transaction: what the window waits for. */
const savedAtOnce = 100

export function createJournalStore({ fs, path, table, size, liveBytes, isUnsound, aside, now, onError }: JournalStoreDeps): JournalStore {
  const file = openJournalFile(fs, path, size)
  const waiting: { write: Write; resolve: () => void; reject: (error: unknown) => void }[] = []
  /** Rows that a failed write may have left in the table. */
  const toRestore = new Map<string, Copy | null>()
  let toSetAside = aside
  let mustRewrite = isUnsound
  let isWipeAsked = false
  let mustWipe = false
  let isClosed = false
  let base = liveBytes
  let working: Promise<void> | null = null

  async function setAside(): Promise<void> {
    if (toSetAside.length === 0) return
    const stamp = formatJapanTime(now()).replaceAll(/[-:]/g, '').replace(' ', '-')
    const handle = await fs.open(path.replace(/\.journal$/, `.damaged-${stamp}`))
    try {
      const bytes = Buffer.concat(toSetAside as Buffer[])
      await handle.write(bytes, 0)
      await handle.truncate(bytes.length)
      await handle.sync()
    } finally {
      await handle.close()
    }
    toSetAside = []
  }

  async function rewrite(): Promise<void> {
    await setAside()
    // Before lines lose their order: whatever the new file holds, the table must not fall behind it any more.
    table.flush()
    await file.rewrite(table.all())
    mustRewrite = false
    mustWipe = false
    base = file.size()
  }

  /** Takes back what a failed write left. */
  async function restore(): Promise<void> {
    if (toRestore.size > 0) table.save(toRestore)
    toRestore.clear()
    if (mustRewrite) await rewrite()
  }

  async function writeAll(writes: readonly Write[]): Promise<void> {
    await restore()
    const before = file.size()
    await file.append(writes.map(({ copies }) => copies))
    try {
      await inSlices(writes.flatMap(({ copies }) => copies), savedAtOnce, (part) => table.save(new Map(part.map((copy) => [copy.id, copy]))))
    } catch (error) {
      for (const { before: rows } of writes) for (const [id, copy] of rows) toRestore.set(id, copy)
      await file.cut(before).catch(() => undefined)
      await restore().catch(() => undefined)
      throw error
    }
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      try {
        await writeAll(batch.map(({ write }) => write))
        onError(null)
        for (const { resolve } of batch) resolve()
      } catch (thrown) {
        const error = toAppError(thrown, path)
        onError(error)
        for (const { reject } of batch) reject(error)
      }
    }
    mustWipe ||= isWipeAsked
    isWipeAsked = false
    try {
      await restore()
      if (mustWipe || file.size() > 2 * base + slackBytes) await rewrite()
    } catch (thrown) {
      // Tried again after the next write.
      onError(toAppError(thrown, path))
    }
  }

  /** One turn later, so that what is asked for together is written together. */
  function kick(): void {
    working ??= Promise.resolve()
      .then(work)
      .finally(() => {
        working = null
        if (waiting.length > 0 || isWipeAsked) kick()
      })
  }

  if (mustRewrite) kick()

  return {
    write(write) {
      if (isClosed) return Promise.reject(new AppError('database_failed', 'The journal is closed'))
      return new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject })
        kick()
      })
    },
    wipe() {
      isWipeAsked = true
      if (!isClosed) kick()
    },
    async close() {
      isClosed = true
      while (working) await working
      await file.close().catch(() => undefined)
      table.close()
    },
  }
}

function toAppError(thrown: unknown, path: string): AppError {
  const error = toDatabaseError(thrown, path)
  return error instanceof AppError ? error : new AppError('bug', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
}
