import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, renameSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { z } from 'zod'
import { formatJapanTime } from '#shared/japan-time.ts'

/** A newer version of Banto that changes the format raises this number. */
const fileVersion = 1
const maxHeaderBytes = 1000
/** Characters that are written at once. Longer pieces would block the event loop while they are hashed. */
const pieceCharacters = 64 * 1024

const headerSchema = z.object({
  version: z.literal(fileVersion),
  /** The version of the database whose rows these are. */
  schemaVersion: z.number().int().min(1),
  /** The number of backups of this database so far. */
  revision: z.number().int().min(0),
  /** Epoch milliseconds. */
  writtenAt: z.number(),
})
export type ProfileBackupHeader = Omit<z.infer<typeof headerSchema>, 'version'>

const rowSchema = z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))])
export type ProfileBackupRow = z.infer<typeof rowSchema>

/** The last row line. `leftOut`: rows beyond the size limit. */
const endSchema = z.object({ leftOut: z.number().int().min(0) })
/** The last line of the file: the SHA-256 of everything before it. */
const checksumSchema = z.object({ sha256: z.string() })

export interface ProfileBackupContent extends ProfileBackupHeader {
  rows: ProfileBackupRow[]
  leftOut: number
}

/**
 * Replaces the file. Only its owner can read it. After a crash or a power loss, either the former file or the new file
 * is complete. One write runs at a time. Rows that would make the file larger than `maxBytes` are left out.
 */
export async function writeProfileBackup(
  path: string,
  header: ProfileBackupHeader,
  chunks: AsyncIterable<readonly ProfileBackupRow[]> | Iterable<readonly ProfileBackupRow[]>,
  maxBytes: number,
): Promise<void> {
  const unfinished = `${path}.part`
  const hash = createHash('sha256')
  let size = 0
  let leftOut = 0
  try {
    const file = await open(unfinished, 'w', 0o600)
    const append = async (text: string): Promise<void> => {
      hash.update(text)
      await file.write(text)
    }
    try {
      await append(`${JSON.stringify({ version: fileVersion, ...header })}\n`)
      for await (const chunk of chunks) {
        let text = ''
        for (const row of chunk) {
          const line = `${JSON.stringify(row)}\n`
          const bytes = Buffer.byteLength(line)
          if (size + bytes > maxBytes) leftOut += 1
          else {
            size += bytes
            text += line
          }
          if (text.length < pieceCharacters) continue
          await append(text)
          text = ''
        }
        await append(text)
      }
      await append(`${JSON.stringify({ leftOut })}\n`)
      await file.write(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Returns null if there is no file, and `unreadable` if the file is damaged or a newer version of Banto wrote it. */
export function readProfileBackup(path: string): ProfileBackupContent | 'unreadable' | null {
  const text = readOrNull(() => readFileSync(path, 'utf8'))
  if (text === null) return null
  try {
    const lines = text.split('\n')
    const content = `${lines.slice(0, -2).join('\n')}\n`
    const { sha256 } = checksumSchema.parse(JSON.parse(lines.at(-2) ?? ''))
    if (createHash('sha256').update(content).digest('hex') !== sha256) return 'unreadable'
    const [header = '', ...rows] = lines.slice(0, -3)
    return {
      ...headerSchema.parse(JSON.parse(header)),
      ...endSchema.parse(JSON.parse(lines.at(-3) ?? '')),
      rows: rows.map((line) => rowSchema.parse(JSON.parse(line))),
    }
  } catch {
    return 'unreadable'
  }
}

/** Like `readProfileBackup`, without the rows and without a check of them. */
export function readProfileBackupHeader(path: string): ProfileBackupHeader | 'unreadable' | null {
  const text = readOrNull(() => readStart(path))
  if (text === null) return null
  try {
    return headerSchema.parse(JSON.parse(text.split('\n')[0] ?? ''))
  } catch {
    return 'unreadable'
  }
}

/** Renames the file, so that the next backup does not replace it. */
export function renameProfileBackupToKeepIt(path: string, now: number): void {
  renameSync(path, `${path}.aside-${formatJapanTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')}`)
}

function readStart(path: string): string {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(maxHeaderBytes)
    return start.toString('utf8', 0, readSync(file, start, 0, maxHeaderBytes, 0))
  } finally {
    closeSync(file)
  }
}

function readOrNull(read: () => string): string | null {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
