import { readFileSync, renameSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { z } from 'zod'
import {
  annotationTargetSchema,
  maxNoteLength,
  type Annotation,
  type AnnotationTarget,
} from '#shared/ipc/annotations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'

/** A newer version of Banto that changes the file raises this number. */
const fileVersion = 2

const entrySchema = annotationTargetSchema.extend({
  tags: z.array(z.string()),
  // Version 1 had no customers.
  customer: z.string().default(''),
  note: z.string().max(maxNoteLength),
})
export type AnnotationBackupEntry = AnnotationTarget & Annotation
const fileSchema = z.object({
  version: z.literal([1, fileVersion]),
  revision: z.number().int().min(0),
  annotations: z.array(entrySchema),
})
export type AnnotationBackupFile = z.infer<typeof fileSchema>

/** Returns null if there is no file, and `unreadable` if the file is damaged or a newer version of Banto wrote it. */
export function readAnnotationBackup(path: string): AnnotationBackupFile | 'unreadable' | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return fileSchema.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

/** Renames a file that cannot be read, so that the next backup does not replace it. */
export function renameUnreadableAnnotationBackup(path: string, now: number): void {
  renameSync(path, `${path}.aside-${formatJapanTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')}`)
}

/**
 * Replaces the file. Only its owner can read it. After a crash or a power loss, either the former file or the new file
 * is complete. One write runs at a time.
 */
export async function writeAnnotationBackup(
  path: string,
  revision: number,
  chunks: AsyncIterable<readonly AnnotationBackupEntry[]>,
): Promise<void> {
  const unfinished = `${path}.part`
  try {
    const file = await open(unfinished, 'w', 0o600)
    try {
      await file.write(`{"version":${fileVersion},"revision":${revision},"annotations":[`)
      let isFirst = true
      for await (const chunk of chunks) {
        const lines = chunk.map((entry) => `\n${JSON.stringify(entry)}`).join(',')
        await file.write(isFirst ? lines : `,${lines}`)
        isFirst = false
      }
      await file.write('\n]}\n')
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
