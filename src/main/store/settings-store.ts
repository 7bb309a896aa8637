import { defaultSettings, settingNames, settingsSchema, type SettingName, type Settings } from '#shared/ipc/app.ts'
import type { Database } from './database.ts'
import { parseJsonOrNull } from './parse-stored-json.ts'

export interface SettingsStore {
  get(): Settings
  /**
   * The settings whose stored value could not be read at the start. Until the person has said whether to work offline, Banto does:
   * "offline" may be what was lost.
   */
  unreadable(): readonly SettingName[]
  /** Changes what is given, answers everything. */
  save(changes: { [Name in keyof Settings]?: Settings[Name] | undefined }): Settings
  /** Calls back after every change. Returns a function that stops it. */
  onChange(receive: (settings: Settings) => void): () => void
}

const rowName = 'settings'

export function createSettingsStore(database: Database): SettingsStore {
  const receivers = new Set<(settings: Settings) => void>()
  let { settings: current, unreadable } = readSettings(database)
  return {
    get: () => current,
    unreadable: () => unreadable,
    save(changes) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const next = settingsSchema.parse({ ...current, ...given })
      storeSetting(database, rowName, JSON.stringify(next))
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

/** A row of the setting table; undefined when it was never saved. */
export function querySetting(database: Database, name: string): string | undefined {
  return database.get<{ value: string }>('select value from setting where name = ?', name)?.value
}

export function storeSetting(database: Database, name: string, value: string): void {
  database.run('insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value', name, value)
}

/** Each setting by itself: one that cannot be read does not lose the others. A setting that an older version did not know has its default. */
function readSettings(database: Database): { settings: Settings; unreadable: SettingName[] } {
  const row = querySetting(database, rowName)
  if (row === undefined) return { settings: defaultSettings, unreadable: [] }
  const stored = settingNames.map((name) => [name, settingsSchema.shape[name].safeParse(parseObject(row)[name] ?? olderDefault(name))] as const)
  const unreadable = stored.filter(([, { success }]) => !success).map(([name]) => name)
  const settings = Object.fromEntries(stored.map(([name, { data }]) => [name, data ?? defaultSettings[name]])) as Settings
  return { settings: unreadable.length > 0 ? { ...settings, isOffline: true } : settings, unreadable }
}

/** Every version wrote `isOffline`: where it is missing, it was lost. */
function olderDefault(name: SettingName): unknown {
  return name === 'isOffline' ? undefined : defaultSettings[name]
}

function parseObject(text: string): Record<string, unknown> {
  const value = parseJsonOrNull(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
