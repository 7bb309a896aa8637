import { AppError, toAppError } from '#shared/app-error.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'
import { toDatabaseError } from '#main/store/convert-sqlite-and-file-errors.ts'
import { openAppendOnlyFile } from './append-only-file.ts'
import type { JournalFileSystem } from './journal-file-system.ts'
import type { ChecksummedIntent } from './journal-line.ts'
import type { JournalTable } from './order-intent-table.ts'

/** One addition or change. It is valid as a whole or not at all. `before`: the previous rows, null for a new one. */
export interface JournalWrite {
  copies: readonly ChecksummedIntent[]
  before: ReadonlyMap<string, ChecksummedIntent | null>
}

export interface JournalWriterDeps {
  fs: JournalFileSystem
  path: string
  table: JournalTable
  /** Size of the file in bytes when it was read. */
  size: number
  /** Bytes that the newest versions of all intents need. */
  liveBytes: number
  /** The file has to be rewritten before anything is appended. */
  isUnsound: boolean
  /** Damaged text. It is copied to a separate file before it is overwritten. */
  damagedText: readonly Buffer[]
  now: () => number
  onError: (error: AppError | null) => void
}

/** Writes to both files: first to the append-only file, then to the table. */
export interface JournalWriter {
  /** Resolves when the write is on the disk. Writes that wait together share one fdatasync. */
  write(write: JournalWrite): Promise<void>
  /** Requests a rewrite of the file, so that wiped secrets in old lines are removed. */
  requestRewriteWithoutSecrets(): void
  close(): Promise<void>
}

/**
 * The file is rewritten when it is larger than twice the bytes of its newest lines plus this number. The bytes of the
 * newest lines are measured at the start and at each rewrite.
 */
const slackBytes = 4 << 20
/** Rows per transaction; it limits the time for which the event loop is blocked. */
const rowsPerTransaction = 100

export function createJournalWriter({
  fs,
  path,
  table,
  size,
  liveBytes,
  isUnsound,
  damagedText,
  now,
  onError,
}: JournalWriterDeps): JournalWriter {
  const file = openAppendOnlyFile(fs, path, size)
  const waiting: { write: JournalWrite; resolve: () => void; reject: (error: unknown) => void }[] = []
  /** Rows to restore, because a failed write may have changed them in the table. */
  const toRestore = new Map<string, ChecksummedIntent | null>()
  let unsavedDamagedText = damagedText
  let mustRewrite = isUnsound
  let isWipeAsked = false
  let mustWipe = false
  let isClosed = false
  let base = liveBytes
  let working: Promise<void> | null = null

  async function storeDamagedText(): Promise<void> {
    if (unsavedDamagedText.length === 0) return
    const stamp = formatJapanTime(now()).replaceAll(/[-:]/g, '').replace(' ', '-')
    const handle = await fs.open(path.replace(/\.journal$/, `.damaged-${stamp}`))
    try {
      const bytes = Buffer.concat(unsavedDamagedText as Buffer[])
      await handle.write(bytes, 0)
      await handle.truncate(bytes.length)
      await handle.sync()
    } finally {
      await handle.close()
    }
    unsavedDamagedText = []
  }

  async function rewrite(): Promise<void> {
    await storeDamagedText()
    // The table is checkpointed before the rewrite. The new file has another order of lines, so the table must not be
    // older than the new file.
    table.flush()
    await file.rewrite(table.all())
    mustRewrite = false
    mustWipe = false
    base = file.validByteCount()
  }

  /** Reverts what a failed write left. */
  async function undoFailedWrite(): Promise<void> {
    if (toRestore.size > 0) table.save(toRestore)
    toRestore.clear()
    if (mustRewrite) await rewrite()
  }

  async function writeAll(writes: readonly JournalWrite[]): Promise<void> {
    await undoFailedWrite()
    const before = file.validByteCount()
    await file.append(writes.map(({ copies }) => copies))
    try {
      await forEachChunk(
        writes.flatMap(({ copies }) => copies),
        rowsPerTransaction,
        (part) => table.save(new Map(part.map((copy) => [copy.id, copy]))),
      )
    } catch (error) {
      for (const { before: rows } of writes) for (const [id, copy] of rows) toRestore.set(id, copy)
      await file.truncateTo(before).catch(() => undefined)
      await undoFailedWrite().catch(() => undefined)
      throw error
    }
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      try {
        await writeAll(batch.map(({ write }) => write))
        onError(null)
        for (const { resolve } of batch) resolve()
      } catch (thrown) {
        const error = toAppError(toDatabaseError(thrown, path))
        onError(error)
        for (const { reject } of batch) reject(error)
      }
    }
    mustWipe ||= isWipeAsked
    isWipeAsked = false
    try {
      await undoFailedWrite()
      if (mustWipe || file.validByteCount() > 2 * base + slackBytes) await rewrite()
    } catch (thrown) {
      // Tried again after the next write.
      onError(toAppError(toDatabaseError(thrown, path)))
    }
  }

  /** Starts in a later microtask, so that writes requested together are written together. */
  function startWriting(): void {
    working ??= Promise.resolve()
      .then(writeWaiting)
      .finally(() => {
        working = null
        if (waiting.length > 0 || isWipeAsked) startWriting()
      })
  }

  if (mustRewrite) startWriting()

  return {
    write(write) {
      if (isClosed) return Promise.reject(new AppError('database_failed', 'The journal is closed'))
      return new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject })
        startWriting()
      })
    },
    requestRewriteWithoutSecrets() {
      isWipeAsked = true
      if (!isClosed) startWriting()
    },
    async close() {
      isClosed = true
      while (working) await working
      await file.close().catch(() => undefined)
      table.close()
    },
  }
}
