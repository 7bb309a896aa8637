import { dirname, join } from 'node:path'
import { isAppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'
import { backedUpTables } from './backed-up-tables.ts'
import {
  readProfileBackupHeader,
  renameProfileBackupToKeepIt,
  writeProfileBackup,
  type ProfileBackupRow,
} from './profile-backup-file.ts'

export interface ProfileBackupWriter {
  /** Call this when the database is damaged. From then on, the backup is not overwritten. */
  stop(): void
  /** Writes pending changes. */
  close(): Promise<void>
}

const writeIntervalMs = 1_000
const rowsPerChunk = 500
const maxBackupBytes = 64 * 1024 * 1024
/** The number of backups of this database so far, in the table `setting`. */
export const profileBackupRevisionSetting = 'backup_revision'

export function getProfileBackupPath(databasePath: string): string {
  return join(dirname(databasePath), 'profile-backup.jsonl')
}

/**
 * Keeps `profile-backup.jsonl`, a copy of what only this database contains (ADR 42). The copy is written soon after
 * every change, and once at the start. A copy with a higher revision than the database belongs to another database, or
 * to a newer state of this database. Such a copy is renamed and not replaced. `onError`: the copy could not be written.
 * The next change tries again.
 */
export function startProfileBackupWriter({
  database,
  clock,
  onError,
}: {
  database: Database
  clock: Clock
  onError: (error: unknown) => void
}): ProfileBackupWriter {
  const path = getProfileBackupPath(database.path)
  let isOutdated = true
  let isStopped = false
  let running: Promise<void> | null = null

  function keepForeignCopy(): void {
    const known = readProfileBackupHeader(path)
    if (known === 'unreadable' || (known !== null && known.revision > revision()))
      renameProfileBackupToKeepIt(path, clock.now())
  }

  const revision = () => Number(querySetting(database, profileBackupRevisionSetting) ?? 0)

  async function writeUntilCurrent(): Promise<void> {
    while (isOutdated && !isStopped) {
      isOutdated = false
      try {
        const next = revision() + 1
        // The revision is stored first, because a copy that is ahead of its database would count as the copy of another
        // database.
        storeSetting(database, profileBackupRevisionSetting, String(next))
        const schemaVersion =
          database.get<{ version: number }>('select user_version as version from pragma_user_version')?.version ?? 0
        const rows = database.readTransaction(() => readBackedUpTables(database))
        const header = { schemaVersion, revision: next, writtenAt: clock.now() }
        await writeProfileBackup(path, header, withOpenJobItems(database, rows), maxBackupBytes)
      } catch (error) {
        isOutdated = true
        throw error
      }
    }
  }

  function write(): Promise<void> {
    running ??= writeUntilCurrent().finally(() => {
      running = null
    })
    return running
  }

  const throttle = createThrottle(clock, writeIntervalMs, () => void write().catch(onError))
  try {
    keepForeignCopy()
  } catch (error) {
    if (isAppError(error)) throw error
    isStopped = true
    onError(error)
  }
  for (const { name, outdatedBy } of backedUpTables)
    database.watchTable(name, outdatedBy, () => {
      isOutdated = true
      throttle.trigger()
    })
  throttle.trigger()
  return {
    stop: () => void (isStopped = true),
    async close() {
      throttle.flush()
      await write().catch(onError)
    },
  }
}

function readBackedUpTables(database: Database): ProfileBackupRow[] {
  return backedUpTables.flatMap(({ name, where = 'true' }) =>
    database
      .all<ProfileBackupRow[1]>(`select * from ${name} where ${where}`)
      .map((row): ProfileBackupRow => [name, row]),
  )
}

/**
 * The rows, and the items of the jobs among them. There may be an item for each domain, so they are read in chunks. The
 * input and the progress of an item are large, so they are left out. The item still names the domain or server that the
 * user should check.
 */
async function* withOpenJobItems(
  database: Database,
  rows: readonly ProfileBackupRow[],
): AsyncGenerator<readonly ProfileBackupRow[]> {
  yield rows
  for (const [table, { id }] of rows) {
    if (table !== 'job') continue
    for (let after = -1; ;) {
      const items = database.all<ProfileBackupRow[1] & { position: number }>(
        `select job_id, position, account_id, domain, state, calls, calls_done, ended_at, error, 'null' as input
         from job_item where job_id = ? and position > ? order by position limit ${rowsPerChunk}`,
        id as string,
        after,
      )
      const last = items.at(-1)
      if (!last) break
      after = last.position
      yield items.map((item): ProfileBackupRow => ['job_item', item])
      await yieldToEventLoop()
    }
  }
}
