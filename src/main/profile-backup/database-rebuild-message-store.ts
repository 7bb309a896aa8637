import { databaseRebuildSchema, type DatabaseRebuild } from '#shared/ipc/app-state-and-settings.ts'
import type { Database } from '#main/store/database.ts'
import { storeDatabaseRebuildTime } from '#main/store/database-rebuild-time-store.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'

const settingName = 'database_rebuild'

/** Returns null if the database was not rebuilt, or if the user has closed the message about it. */
export function queryDatabaseRebuildMessage(database: Database): DatabaseRebuild | null {
  return databaseRebuildSchema.safeParse(parseJsonOrNull(querySetting(database, settingName) ?? 'null')).data ?? null
}

export function storeDatabaseRebuildMessage(database: Database, rebuild: DatabaseRebuild): void {
  storeSetting(database, settingName, JSON.stringify(rebuild))
  storeDatabaseRebuildTime(database, rebuild.rebuiltAt)
}

export function deleteDatabaseRebuildMessage(database: Database): void {
  database.run('delete from setting where name = ?', settingName)
}
