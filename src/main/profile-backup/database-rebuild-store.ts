import { databaseRebuildSchema, type DatabaseRebuild } from '#shared/ipc/app-state-and-settings.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'

const settingName = 'database_rebuild'

/** Null: the database was not rebuilt, or the user has read that it was. */
export function queryDatabaseRebuild(database: Database): DatabaseRebuild | null {
  return databaseRebuildSchema.safeParse(parseJsonOrNull(querySetting(database, settingName) ?? 'null')).data ?? null
}

export function storeDatabaseRebuild(database: Database, rebuild: DatabaseRebuild): void {
  storeSetting(database, settingName, JSON.stringify(rebuild))
}

export function deleteDatabaseRebuild(database: Database): void {
  database.run('delete from setting where name = ?', settingName)
}
