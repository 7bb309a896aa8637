import { defaultExpiryThresholds, expiryThresholdsSchema } from '#shared/expiry-thresholds.ts'
import type { FolderExpiryThresholds } from '#shared/ipc/accounts.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/** Returns the thresholds of each account in days, descending: those of its folder, or the default ones. */
export function queryExpiryThresholdsByAccount(database: Database): Map<string, readonly number[]> {
  const byFolder = new Map(queryFolderExpiryThresholds(database).map(({ folder, days }) => [folder, days]))
  const accounts = database.all<{ id: string; folder: string }>('select id, folder from account')
  return new Map(accounts.map(({ id, folder }) => [id, byFolder.get(folder) ?? defaultExpiryThresholds]))
}

/**
 * Returns the expiry thresholds of an account in days, in descending order. Returns the defaults for an account that is
 * not stored.
 */
export function queryExpiryThresholdsOfAccount(database: Database, accountId: string): readonly number[] {
  return queryExpiryThresholdsByAccount(database).get(accountId) ?? defaultExpiryThresholds
}

/** Returns the folders with thresholds of their own. Thresholds that this version cannot read are left out. */
export function queryFolderExpiryThresholds(database: Database): FolderExpiryThresholds[] {
  return database
    .all<{ folder: string; days: string }>('select folder, days from folder_expiry_thresholds order by folder')
    .flatMap(({ folder, days }) => {
      const { data } = expiryThresholdsSchema.safeParse(parseJsonOrNull(days))
      return data ? [{ folder, days: data }] : []
    })
}

/** `days` null: the folder has the default thresholds again. */
export function saveFolderExpiryThresholds(database: Database, folder: string, days: number[] | null): void {
  if (days === null) database.run('delete from folder_expiry_thresholds where folder = ?', folder)
  else
    database.run(
      `insert into folder_expiry_thresholds (folder, days) values (?, ?)
       on conflict (folder) do update set days = excluded.days`,
      folder,
      JSON.stringify(days),
    )
}
