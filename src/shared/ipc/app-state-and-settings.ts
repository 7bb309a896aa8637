import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import type { ErrorKind, ErrorKindsCausedBy } from '#shared/error-kinds.ts'
import { notificationKinds } from '#shared/notification-kinds.ts'
import { syncIntervals } from '#shared/sync-schedule.ts'
import { defineCommand } from './define-command.ts'
import { epochMsSchema, nullSchema } from './common-schemas.ts'
import { pageLinkSchema } from './page-link-from-notification-or-tray.ts'

/**
 * `unavailable`: no D-Bus or no secret service. `locked`: the entry by which Banto tests the keychain is missing
 * although API keys are stored, so the keychain is locked, or it is a different keychain. `silent`: the keychain did
 * not answer in time.
 */
export const keychainStateSchema = z.object({
  state: z.enum(['ready', 'unavailable', 'locked', 'silent']),
  error: wireErrorSchema.nullable(),
})
export type KeychainState = z.infer<typeof keychainStateSchema>

/** The state of the keychain that each error of the keychain shows. */
export const keychainStateByErrorKind: Partial<Record<ErrorKind, KeychainState['state']>> = {
  keychain_unavailable: 'unavailable',
  keychain_locked: 'locked',
  keychain_silent: 'silent',
} satisfies Record<ErrorKindsCausedBy<'keychain'>, KeychainState['state']>

/**
 * The source address that calls come from: null for the accounts without a proxy, else the proxy's origin. All accounts
 * with the same proxy count as one address.
 */
const sourceProxySchema = z.string().nullable()

/** The service is assumed to block a source address; `until` only if the service gave an end. */
export const ipBlockSchema = z.object({ proxyUrl: sourceProxySchema, since: z.number(), until: z.number().nullable() })
export type IpBlock = z.infer<typeof ipBlockSchema>

/**
 * Keys were refused, and more refusals might get the source address blocked. Until `until`, calls wait with keys that
 * are not accepted after the refusals. `refusedCalls`: calls answered with 401 in the last ten minutes; 0 if the
 * computer slept since, although the hold still lasts.
 */
export const refusedKeysHoldSchema = z.object({
  proxyUrl: sourceProxySchema,
  until: z.number(),
  refusedCalls: z.number().int(),
})
export type RefusedKeysHold = z.infer<typeof refusedKeysHoldSchema>

const minuteOfDaySchema = z.number().int().min(0).max(1439)
/**
 * Times of the day by the clock of the computer, in minutes since midnight. `from` is later than `to` if midnight lies
 * between.
 */
export const quietHoursSchema = z
  .object({ from: minuteOfDaySchema, to: minuteOfDaySchema })
  .refine(({ from, to }) => from !== to, 'two different times')

export const settingsSchema = z.object({
  language: z.enum(['system', 'ja', 'en']),
  theme: z.enum(['system', 'light', 'dark']),
  /** True when the user chose to work offline: nothing is sent. */
  isOffline: z.boolean(),
  /** Share of an account's daily limit that reading details in the background may use, 0 to 1. */
  backgroundShare: z.number().min(0).max(1),
  /** Sync all accounts when the app starts. */
  syncsAtStart: z.boolean(),
  /** How often each account without an interval of its own is synced while the app is open. */
  syncInterval: z.enum(syncIntervals),
  /** No sync starts by itself in this time; null: at any time. For accounts without quiet hours of their own. */
  syncQuietHours: quietHoursSchema.nullable(),
  railIsNarrow: z.boolean(),
  /** Closing the window hides it, and the app runs on in the tray. On macOS it always does. */
  keepsRunningInTray: z.boolean(),
  /** The kinds of desktop notifications that are switched off. */
  mutedNotifications: z.array(z.enum(notificationKinds)),
  /** No notification is shown in this time; null: at any time. Notifications that were due are shown afterwards. */
  notificationQuietHours: quietHoursSchema.nullable(),
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
  syncInterval: 'off',
  syncQuietHours: null,
  railIsNarrow: false,
  keepsRunningInTray: false,
  mutedNotifications: [],
  notificationQuietHours: null,
}

/** The reasons why a database was rebuilt: its file was damaged, missing or empty, or of another program. */
const databaseRebuildCauses = ['damaged', 'missing', 'foreign'] as const
export type DatabaseRebuildCause = (typeof databaseRebuildCauses)[number]

/** What a backup may restore beside accounts, changes and jobs, in the order of the notice of a rebuild. */
export const kindsRestoredFromBackup = [
  'settings',
  'savedViews',
  'templates',
  'zoneDrafts',
  'presets',
  'savedRequests',
] as const
export type KindRestoredFromBackup = (typeof kindsRestoredFromBackup)[number]

/** The database was rebuilt from the backup of the profile. */
export const databaseRebuildSchema = z.object({
  rebuiltAt: z.number(),
  backupWrittenAt: z.number(),
  cause: z.enum(databaseRebuildCauses).default('damaged'),
  /** Where the file is now that the new one replaced; null if there was none. */
  damagedPath: z.string().nullable(),
  accounts: z.number().int(),
  restored: z.array(z.enum(kindsRestoredFromBackup)).default([]),
  /** Single changes with an unknown outcome that are in the backup. */
  unknownChanges: z.number().int().default(0),
  /** How many domains and servers have tags, a customer or a note in their own backup; null if that cannot be read. */
  annotations: z.number().int().nullable(),
  /** Jobs that were not ended in the backup. It is not known what these jobs changed after the backup was written. */
  unknownJobs: z.number().int(),
  /** Entries for which the backup was too small. */
  leftOut: z.number().int(),
  /** Changes, detected changes and snapshots that could be read from the damaged file. */
  historyEntries: z.number().int(),
})
export type DatabaseRebuild = z.infer<typeof databaseRebuildSchema>

export const appStateSchema = z.object({
  version: z.string(),
  platform: z.string(),
  profile: z.string(),
  /** The system's language, or the app's closest one. */
  systemLanguage: z.enum(['ja', 'en']),
  settings: settingsSchema,
  /** Settings that could not be read. The app stays offline and orders stay paused until the user saves `isOffline`. */
  unreadableSettings: z.array(settingsSchema.keyof()),
  keychain: keychainStateSchema,
  /** Why the database cannot be used; null when it can. While not null, only `app.*` commands work. */
  databaseError: wireErrorSchema.nullable(),
  /** Until the user has read it; null if the database was not rebuilt. */
  databaseRebuild: databaseRebuildSchema.nullable(),
  /** When the database was last rebuilt, also after the user has read it; null if it never was. */
  databaseRebuiltAt: epochMsSchema.nullable(),
  /** True while the service could not be reached for any account that was called recently. */
  isUnreachable: z.boolean(),
  /** How often the service was reached again since the start, after `isUnreachable` was true. */
  reconnections: z.number().int(),
  /**
   * How far the computer's clock is ahead of the service's clock, in milliseconds; negative if it is behind. Null
   * unless they differ by more than five minutes.
   */
  clockDifferenceMs: z.number().nullable(),
  /** By source address; empty while none is assumed to be blocked. */
  ipBlocks: z.array(ipBlockSchema),
  /** By source address; empty while no call waits because of refused keys. */
  refusedKeysHolds: z.array(refusedKeysHoldSchema),
})
export type AppState = z.infer<typeof appStateSchema>

export const appCommands = {
  state: defineCommand(nullSchema, appStateSchema),
  saveSettings: defineCommand(settingsSchema.partial(), settingsSchema),
  /** Checks the keychain again, after the user unlocked or installed it. */
  checkKeychain: defineCommand(nullSchema, keychainStateSchema),
  /** Opens the database again, and rebuilds a damaged one if there is a backup; returns the error that remains. */
  retryDatabase: defineCommand(nullSchema, wireErrorSchema.nullable()),
  /**
   * Creates the database from the backup, in place of one that is missing or of another program; returns the error that
   * remains.
   */
  rebuildDatabase: defineCommand(nullSchema, wireErrorSchema.nullable()),
  /** Renames an unusable database file and creates an empty one. Returns the new path; null when no file existed. */
  setDatabaseAside: defineCommand(nullSchema, z.object({ movedTo: z.string().nullable() })),
  /** The user has read that the database was rebuilt. */
  closeDatabaseRebuild: defineCommand(nullSchema, nullSchema),
  /**
   * Ends an assumed address block with the waits that come from it, or a hold after refused keys, by the user's
   * decision.
   */
  resumeCalls: defineCommand(nullSchema, nullSchema),
  /** The page that a click on a notification asked for last, once; null when there is none. */
  takePageLink: defineCommand(nullSchema, pageLinkSchema.nullable()),
  /** Opens a documentation or panel address in the system's browser; https and known hosts only. */
  openExternal: defineCommand(z.object({ url: z.string() }), nullSchema),
}
