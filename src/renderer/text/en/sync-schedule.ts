import type { SyncInterval } from '#shared/sync-schedule.ts'
import type { NextSync } from '#shared/find-next-sync-of-account.ts'

export const syncSchedule = {
  interval: 'Automatic sync',
  intervalHint:
    'While Banto is open, each time after the last sync of the account. An account can have its own interval. Lists with unfinished acquisitions, transfers or server setups, or with failed transfers, may be read again before the next sync, even if automatic sync is off, within the background quota.',
  intervals: {
    off: 'Off',
    '15min': 'Every 15 minutes',
    '1h': 'Every hour',
    '6h': 'Every 6 hours',
    daily: 'Every 24 hours',
  } satisfies Record<SyncInterval, string>,
  quietHours: 'Hours without automatic sync',
  quietHoursHint:
    'No automatic sync starts in this time of the day, by the clock of this computer, and no list is read for unfinished procedures or failed transfers. A running sync continues. If Banto was closed or went offline during it, it continues at the next start or when online again. These are not affected: syncs that you start, or that follow what you do, such as a new key, a new proxy or a merge; the sync when Banto starts; and syncs after the keychain becomes ready, after a server order is completed, after the database is rebuilt, or when a domain to renew is missing from its list.',
  clockHint: 'by the clock of this computer',
  none: 'None',
  own: 'From – to',
  default: 'Default: {value}',
  from: '{label}, from',
  to: '{label}, until',
  between: '{from} – {to}',
  refused: 'Enter two different times from 00:00 to 23:59, such as 22:00 and 07:00. Not changed: {stored}',
  next: {
    off: 'no automatic sync',
    running: 'syncing now',
    paused: 'no automatic sync while the account is paused',
    offline: 'no automatic sync while offline',
    no_usable_key: 'no automatic sync without a usable key',
    keychain: 'no automatic sync until the keychain is ready',
  } satisfies Record<Exclude<NextSync['state'], 'held' | 'planned'>, string>,
  nextHeld: 'no automatic sync while calls are on hold',
  nextSoon: 'next sync in a moment',
  nextAt: 'next sync about {time} (Japan time)',
  retrySoon: 'tried again in a moment at the earliest',
  retryAt: 'tried again about {time} at the earliest',
  retryAfterQuietHours: 'tried again about {time} at the earliest, after the hours without automatic sync',
}
