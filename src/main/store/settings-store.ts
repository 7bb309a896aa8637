import {
  defaultSettings,
  settingNames,
  settingsSchema,
  type SettingName,
  type Settings,
} from '#shared/ipc/app-state-and-settings.ts'
import type { Database } from './database.ts'
import { parseJsonOrNull } from './parse-stored-json.ts'

export interface SettingsStore {
  get(): Settings
  /**
   * Settings whose stored value could not be read at the start. Until the user chooses again whether to work offline,
   * Banto works offline, because that setting may be the lost one.
   */
  listUnreadableNames(): readonly SettingName[]
  /** Stores the given changes and returns all settings. */
  save(changes: { [Name in keyof Settings]?: Settings[Name] | undefined }): Settings
  /** Calls `receive` after every change. Returns a function that unsubscribes. */
  onChange(receive: (settings: Settings) => void): () => void
}

export const userSettingsRowName = 'settings'

export function createSettingsStore(database: Database): SettingsStore {
  const receivers = new Set<(settings: Settings) => void>()
  let { settings: current, unreadable } = readSettings(database)
  return {
    get: () => current,
    listUnreadableNames: () => unreadable,
    save(changes) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const next = settingsSchema.parse({ ...current, ...given })
      storeSetting(database, userSettingsRowName, JSON.stringify(next))
      current = next
      if ('isOffline' in given) unreadable = []
      for (const receive of receivers) receive(next)
      return next
    },
    onChange(receive) {
      receivers.add(receive)
      return () => receivers.delete(receive)
    },
  }
}

/** Returns a value of the table `setting`; undefined if it was never stored. */
export function querySetting(database: Database, name: string): string | undefined {
  return database.get<{ value: string }>('select value from setting where name = ?', name)?.value
}

export function storeSetting(database: Database, name: string, value: string): void {
  database.run(
    'insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    name,
    value,
  )
}

/**
 * Parses each setting separately: one unreadable setting does not affect the others. A setting that an earlier version
 * did not store gets its default.
 */
function readSettings(database: Database): { settings: Settings; unreadable: SettingName[] } {
  const row = querySetting(database, userSettingsRowName)
  if (row === undefined) return { settings: defaultSettings, unreadable: [] }
  const stored = settingNames.map(
    (name) => [name, settingsSchema.shape[name].safeParse(parseObject(row)[name] ?? olderDefault(name))] as const,
  )
  const unreadable = stored.filter(([, { success }]) => !success).map(([name]) => name)
  const settings = Object.fromEntries(
    stored.map(([name, { data }]) => [name, data ?? defaultSettings[name]]),
  ) as Settings
  return { settings: unreadable.length > 0 ? { ...settings, isOffline: true } : settings, unreadable }
}

/** Every version stored `isOffline`, so a missing value was lost and has no default. */
function olderDefault(name: SettingName): unknown {
  return name === 'isOffline' ? undefined : defaultSettings[name]
}

function parseObject(text: string): Record<string, unknown> {
  const value = parseJsonOrNull(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
