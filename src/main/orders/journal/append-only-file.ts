import { dirname } from 'node:path'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'
import { formatJournalLine, type ChecksummedIntent } from './journal-line.ts'
import type { JournalFileSystem, JournalFileHandle } from './journal-file-system.ts'

/** The append-only file of the journal. Call one function at a time. */
export interface AppendOnlyFile {
  /** Number of valid bytes. Bytes behind them are cut off before the next write. */
  validByteCount(): number
  /**
   * Appends groups of lines. Each group is valid as a whole or not at all. Resolves after fsync; if it throws, no line
   * is valid.
   */
  append(groups: readonly (readonly ChecksummedIntent[])[]): Promise<void>
  /** Removes what was appended behind `size`. */
  truncateTo(size: number): Promise<void>
  /** Replaces the file by one with these lines. */
  rewrite(copies: Iterable<ChecksummedIntent>): Promise<void>
  close(): Promise<void>
}

const chunkBytes = 1 << 20
const linesPerChunk = 500

export function openAppendOnlyFile(fs: JournalFileSystem, path: string, existing: number): AppendOnlyFile {
  let handle: JournalFileHandle | null = null
  let size = existing
  let hasTail = true
  let isNamed = false

  async function opened(): Promise<JournalFileHandle> {
    handle ??= await fs.open(path)
    if (!isNamed) await fs.syncFolder(dirname(path))
    isNamed = true
    return handle
  }

  /**
   * Truncates and syncs before a failed write is reported. Otherwise the line could be there again after a power loss.
   */
  async function cutTail(): Promise<void> {
    if (!hasTail) return
    const file = await opened()
    await file.truncate(size)
    await file.sync()
    hasTail = false
  }

  async function release(): Promise<void> {
    const closing = handle
    handle = null
    await closing?.close()
  }

  async function append(groups: readonly (readonly ChecksummedIntent[])[]): Promise<void> {
    await cutTail()
    const lines: Buffer[] = []
    const copies = groups.flatMap((group) =>
      group.map((copy, index) => ({ copy, linesLeftInGroup: group.length - 1 - index })),
    )
    await forEachChunk(copies, linesPerChunk, (part) =>
      part.forEach(({ copy, linesLeftInGroup }) => lines.push(formatJournalLine(copy, linesLeftInGroup))),
    )
    const bytes = Buffer.concat(lines)
    const file = await opened()
    hasTail = true
    try {
      await file.write(bytes, size)
      await file.sync()
    } catch (error) {
      await cutTail().catch(() => undefined)
      throw error
    }
    size += bytes.length
    hasTail = false
  }

  async function writeTo(file: JournalFileHandle, copies: Iterable<ChecksummedIntent>): Promise<number> {
    await file.truncate(0)
    let written = 0
    let chunk: Buffer[] = []
    let length = 0
    const flush = async () => {
      await file.write(Buffer.concat(chunk), written)
      written += length
      chunk = []
      length = 0
    }
    for (const copy of copies) {
      const line = formatJournalLine(copy, 0)
      chunk.push(line)
      length += line.length
      if (length >= chunkBytes) await flush()
    }
    if (length > 0) await flush()
    await file.sync()
    return written
  }

  return {
    validByteCount: () => size,
    append,
    async truncateTo(to) {
      size = to
      hasTail = true
      await cutTail()
    },
    async rewrite(copies) {
      const next = await fs.open(`${path}.new`)
      let written: number
      try {
        written = await writeTo(next, copies)
      } finally {
        await next.close()
      }
      // Windows cannot rename onto an open file.
      await release()
      await fs.rename(`${path}.new`, path)
      size = written
      hasTail = false
      isNamed = false
      await opened()
    },
    close: release,
  }
}
