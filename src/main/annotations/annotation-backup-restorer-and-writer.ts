import { dirname, join } from 'node:path'
import { isAppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { Database } from '#main/store/database.ts'
import {
  renameUnreadableAnnotationBackup,
  readAnnotationBackup,
  writeAnnotationBackup,
  type AnnotationBackupFile,
  type AnnotationBackupEntry,
} from './annotation-backup-file.ts'
import { queryAnnotationRevision, storeAnnotationRevision } from './annotation-revision-for-backup.ts'
import { parseTagsJson, saveAnnotation } from './query-and-save-annotation.ts'

export interface AnnotationBackupWriter {
  /** Writes the file soon if a tag, customer or note has changed since it was written. */
  scheduleWrite(): void
  /** Writes pending changes. */
  close(): Promise<void>
}

const writeIntervalMs = 1_000
const rowsPerChunk = 500

/**
 * Keeps a copy of all tags, customers and notes in `annotations.json`, beside the database (ADR 29). When the app
 * starts, the newer version (file or database) replaces the older one. `onError` is called when the file cannot be read
 * or written. A write is tried again at the next trigger; a file that cannot be read is never replaced.
 */
export function restoreAnnotationBackupAndStartWriter({
  database,
  clock,
  onError,
}: {
  database: Database
  clock: Clock
  onError: (error: unknown) => void
}): AnnotationBackupWriter {
  const path = backupPath(dirname(database.path))
  let written = restore()
  let running: Promise<void> | null = null

  /** Null: no backup can be written. */
  function restore(): number | null {
    try {
      return restoreNewerBackup(database, path, clock.now())
    } catch (error) {
      if (isAppError(error)) throw error
      onError(error)
      return null
    }
  }

  async function writeUntilCurrent(): Promise<void> {
    if (written === null) return
    for (let revision = queryAnnotationRevision(database); revision !== written;) {
      await writeAnnotationBackup(path, revision, readEntries(database))
      written = revision
      // Changes that were made while the rows were read are written in the next round.
      revision = queryAnnotationRevision(database)
    }
  }

  function write(): Promise<void> {
    running ??= writeUntilCurrent().finally(() => {
      running = null
    })
    return running
  }

  const throttle = createThrottle(clock, writeIntervalMs, () => void write().catch(onError))
  const trigger = (): void => {
    try {
      if (written !== null && queryAnnotationRevision(database) !== written) throttle.trigger()
    } catch (error) {
      onError(error)
    }
  }
  trigger()
  return {
    scheduleWrite: trigger,
    async close() {
      throttle.flush()
      await write().catch(onError)
    },
  }
}

const backupPath = (folder: string) => join(folder, 'annotations.json')

/**
 * Returns how many domains and servers have tags, a customer or a note in the backup; null if the backup cannot be
 * read.
 */
export function countAnnotatedResourcesInBackup(folder: string): number | null {
  const backup = readAnnotationBackup(backupPath(folder))
  return backup === 'unreadable' ? null : (backup?.annotations.length ?? 0)
}

/**
 * Replaces the annotations by those of a newer backup. Returns the revision of the file; -1 if the file has to be
 * written.
 */
function restoreNewerBackup(database: Database, path: string, now: number): number {
  const backup = readAnnotationBackup(path)
  if (backup === 'unreadable') {
    renameUnreadableAnnotationBackup(path, now)
    return -1
  }
  const revision = queryAnnotationRevision(database)
  if (backup === null) return revision === 0 ? 0 : -1
  if (backup.revision > revision) replaceAnnotations(database, backup)
  return backup.revision
}

function replaceAnnotations(database: Database, { annotations, revision }: AnnotationBackupFile): void {
  database.transaction(() => {
    database.run('delete from annotation')
    database.run('delete from tag')
    database.run('delete from customer')
    for (const { kind, accountId, name, ...annotation } of annotations)
      saveAnnotation(database, { kind, accountId, name }, annotation)
    storeAnnotationRevision(database, revision)
  })
}

async function* readEntries(database: Database): AsyncGenerator<AnnotationBackupEntry[]> {
  let after = ['', '', ''] as [string, string, string]
  for (;;) {
    const rows = database.all<{
      accountId: string
      kind: 'domain' | 'server'
      name: string
      tags: string
      customer: string
      note: string
    }>(
      `select account_id as "accountId", kind, name, tags, customer, note from annotation where (account_id, kind, name) > (?, ?, ?)
       order by account_id, kind, name limit ${rowsPerChunk}`,
      ...after,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ tags, ...row }) => ({ ...row, tags: parseTagsJson(tags) }))
    after = [last.accountId, last.kind, last.name]
    await yieldToEventLoop()
  }
}
