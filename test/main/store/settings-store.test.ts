import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultSettings } from '#shared/ipc/app-state-and-settings.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { createSettingsStore, storeSetting } from '#main/store/settings-store.ts'

let dir: string
let database: Database
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'settings-test-'))
  database = openDatabase(join(dir, 'banto.sqlite'))
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

test('Settings have defaults until they are saved, and saved settings are there at the next start', () => {
  const settings = createSettingsStore(database)
  expect(settings.get()).toEqual(defaultSettings)
  expect(settings.save({ theme: 'dark', language: undefined })).toEqual({ ...defaultSettings, theme: 'dark' })
  settings.save({ isOffline: true })
  expect(createSettingsStore(database).get()).toEqual({ ...defaultSettings, theme: 'dark', isOffline: true })
})

test('A change is reported to subscribers until they unsubscribe', () => {
  const settings = createSettingsStore(database)
  const seen: string[] = []
  const stop = settings.onChange(({ theme }) => seen.push(theme))
  settings.save({ theme: 'dark' })
  stop()
  settings.save({ theme: 'light' })
  expect(seen).toEqual(['dark'])
})

test.each([
  ['not JSON', ['isOffline']],
  ['[]', ['isOffline']],
  ['"text"', ['isOffline']],
  ['{}', ['isOffline']],
  ['{"isOffline":"yes"}', ['isOffline']],
  ['{"theme":"sepia","isOffline":false}', ['theme']],
  ['{"theme":"sepia","isOffline":true,"backgroundShare":7}', ['theme', 'backgroundShare']],
] as const)(
  'An unreadable setting means offline until the user decides, and does not affect the other settings: %s',
  (stored, unreadable) => {
    storeSetting(database, 'settings', stored)
    const settings = createSettingsStore(database)
    expect(settings.get()).toEqual({ ...defaultSettings, isOffline: true })
    expect(settings.listUnreadableNames()).toEqual(unreadable)
    settings.save({ theme: 'dark' })
    expect(settings.listUnreadableNames()).toEqual(unreadable)
    expect(settings.get().isOffline).toBe(true)
    settings.save({ isOffline: false })
    expect(settings.listUnreadableNames()).toEqual([])
    expect(createSettingsStore(database).get()).toEqual({ ...defaultSettings, theme: 'dark' })
  },
)

test('A setting that an earlier version did not store has its default', () => {
  storeSetting(database, 'settings', '{"isOffline":false}')
  expect(createSettingsStore(database).listUnreadableNames()).toEqual([])
})
