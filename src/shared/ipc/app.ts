import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { defineCommand } from './define-command.ts'
import { none } from './common-schemas.ts'

/**
 * `ready`; `unavailable`: no D-Bus or no secret service; `locked`: the sentinel is missing while keys are indexed, so it is
 * locked, or another keychain than the one the keys were stored in; `silent`: it gave no answer in time.
 */
export const keychainStateSchema = z.object({
  state: z.enum(['ready', 'unavailable', 'locked', 'silent']),
  error: wireErrorSchema.nullable(),
})
export type KeychainState = z.infer<typeof keychainStateSchema>

export const settingsSchema = z.object({
  language: z.enum(['system', 'ja', 'en']),
  theme: z.enum(['system', 'light', 'dark']),
  /** True when the user chose to work offline: nothing is sent. */
  isOffline: z.boolean(),
  /** Share of an account's day that reading details in the background may spend, 0 to 1. */
  backgroundShare: z.number().min(0).max(1),
  /** Sync all accounts when the app starts. */
  syncsAtStart: z.boolean(),
  railIsNarrow: z.boolean(),
})
export type Settings = z.infer<typeof settingsSchema>
export type SettingName = keyof Settings
export const settingNames = settingsSchema.keyof().options

export const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  isOffline: false,
  backgroundShare: 0.5,
  syncsAtStart: true,
  railIsNarrow: false,
}

export const appStateSchema = z.object({
  version: z.string(),
  platform: z.string(),
  profile: z.string(),
  /** The language of the system, resolved to one that the app has. */
  systemLanguage: z.enum(['ja', 'en']),
  settings: settingsSchema,
  /** Settings that could not be read: Banto is offline and orders are paused until the person saves `isOffline`. */
  unreadableSettings: z.array(settingsSchema.keyof()),
  keychain: keychainStateSchema,
  /** Why the database cannot be used; null when it can. While not null, only `app.*` commands work. */
  databaseError: wireErrorSchema.nullable(),
  /** True while every account that was last called could not be reached. */
  isUnreachable: z.boolean(),
  /** Set while the source address is assumed to be blocked; `until` only if the service gave an end. */
  ipBlock: z.object({ since: z.number(), until: z.number().nullable() }).nullable(),
  /** Set while calls wait because keys were refused: more refusals might get the source address blocked. */
  refusedKeysHold: z.object({ until: z.number() }).nullable(),
})
export type AppState = z.infer<typeof appStateSchema>

export const appCommands = {
  state: defineCommand(none, appStateSchema),
  saveSettings: defineCommand(settingsSchema.partial(), settingsSchema),
  /** Checks the keychain again, after the user unlocked or installed it. */
  checkKeychain: defineCommand(none, keychainStateSchema),
  /** Opens the database again; returns the error that remains. */
  retryDatabase: defineCommand(none, wireErrorSchema.nullable()),
  /** Renames a database file that cannot be used, and starts an empty one in its place. Answers the path that the file was moved to; null where there was none. */
  setDatabaseAside: defineCommand(none, z.object({ movedTo: z.string().nullable() })),
  /** Ends an assumed address block, or a hold after refused keys, by the user's decision. */
  resumeCalls: defineCommand(none, none),
  /** Opens a documentation or panel address in the system's browser; https and known hosts only. */
  openExternal: defineCommand(z.object({ url: z.string() }), none),
}
