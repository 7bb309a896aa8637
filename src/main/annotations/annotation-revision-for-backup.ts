import type { Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'

const settingName = 'annotation_revision'

/**
 * Returns the number of changes of tags, customers and notes in this profile. A backup with a higher number is newer
 * than the database.
 */
export function queryAnnotationRevision(database: Database): number {
  return Number(querySetting(database, settingName) ?? 0)
}

export function incrementAnnotationRevision(database: Database): void {
  database.run(
    `insert into setting (name, value) values (?, '1')
     on conflict (name) do update set value = cast(cast(value as integer) + 1 as text)`,
    settingName,
  )
}

export function storeAnnotationRevision(database: Database, revision: number): void {
  storeSetting(database, settingName, String(revision))
}
