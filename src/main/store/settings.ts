import { defaultSettings, settingsSchema, type Settings } from '#shared/ipc/app.ts'
import type { Database } from './database.ts'

export interface SettingsStore {
  get(): Settings
  /** Changes what is given, answers everything. */
  save(changes: { [Name in keyof Settings]?: Settings[Name] | undefined }): Settings
  /** Calls back after every change. Returns a function that stops it. */
  onChange(receive: (settings: Settings) => void): () => void
}

const rowName = 'settings'

export function createSettings(database: Database): SettingsStore {
  const receivers = new Set<(settings: Settings) => void>()
  let current = readSettings(database)
  return {
    get: () => current,
    save(changes) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const next = settingsSchema.parse({ ...current, ...given })
      saveSetting(database, rowName, JSON.stringify(next))
      current = next
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
export function readSetting(database: Database, name: string): string | undefined {
  return database.get<{ value: string }>('select value from setting where name = ?', name)?.value
}

export function saveSetting(database: Database, name: string, value: string): void {
  database.run('insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value', name, value)
}

/** Each setting by itself: one that a newer or older version wrote differently does not lose the others. */
function readSettings(database: Database): Settings {
  const stored = parseObject(readSetting(database, rowName))
  const entries = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(stored[name])
    return [name, parsed.success ? parsed.data : defaultSettings[name as keyof Settings]]
  })
  return Object.fromEntries(entries) as Settings
}

function parseObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
