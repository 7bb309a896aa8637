import type { AutomaticReadObstacle } from '#shared/find-automatic-read-obstacle.ts'
import type { DetailReadReason } from '#shared/detail-read-reasons.ts'
import type { DetailsAge } from '#shared/ipc/inventory.ts'

export const readingPlan = {
  title: 'Domain details',
  hint: 'Contract, DNS records, name servers, Whois and registrar lock of each domain. What the service does not have for a domain is left out.',
  noDomains: 'No domains.',
  listUnread: 'No complete domain list is stored, so it is not known which details are missing.',
  listDenied: 'No API key of this account may read the domain list.',
  countedAt: 'Counted at',
  age: 'Details read',
  ages: { fresh: 'Within 24 hours', older: 'More than 24 hours ago', unread: 'Not all read yet' } satisfies Record<
    DetailsAge,
    string
  >,
  due: 'Due now',
  dueDetails: '{n} detail | {n} details',
  nothingDue: 'No detail is due.',
  next: 'Next reading',
  planned: '{next} (if Banto is open then)',
  running: 'a sync is running',
  noProxy: 'no connection through the account’s proxy during the sync',
  ifQuotaSuffices: 'if the background quota suffices then',
  onlyOnRequest: 'only when you open a domain or read it again',
  notPlanned: {
    readsAtStart:
      'no planned sync: details are read when Banto starts, when a sync starts, and when you open a domain or read it again',
    readsOnRequest: 'no planned sync: details are read when a sync starts, and when you open a domain or read it again',
  },
  obstacle: {
    paused: 'nothing is read while the account is paused',
    offline: 'nothing is read while offline',
    no_usable_key: 'nothing is read without a usable key',
    keychain: 'nothing is read until the keychain is ready',
    blocked: 'nothing is read while all calls are on hold',
  } satisfies Record<Exclude<AutomaticReadObstacle['state'], 'held'> | 'blocked', string>,
  waits: {
    limit: 'the limits allow the next call at {time} (Japan time)',
    demanded: 'the service asked to wait until {time} (Japan time)',
    hold: 'calls are on hold until {time} (Japan time) after authentication errors',
  },
  lastFailed: 'the last sync ended with an error',
  readsAll:
    'a sync now would read the {n} due detail in about {time} | a sync now would read all {n} due details in about {time}',
  readsSome: 'a sync now would read {n} of them in about {time}, the rest takes about {days}',
  readsNone:
    'a sync now would read none of them, because too little of the background quota of 24 hours is left; reading them takes about {days}',
  noShare: 'none of them is read in the background: “Quota for background reading” is too low',
  minutes: '{n} minute | {n} minutes',
  days: '{n} day | {n} days',
  refresh: 'Full reading',
  calls: '{n} call | {n} calls',
  fewCallsOfDay: '{calls}, less than 1% of the background quota of 24 hours ({share} calls)',
  callsWithinDay: '{calls}, about {percent}% of the background quota of 24 hours ({share} calls)',
  callsOfDays: '{calls}, about {days} of the background quota ({share} calls in 24 hours)',
  alwaysOlder: 'so some details are always older than 24 hours',
  unreadable: 'No permission',
  unreadableDomains:
    '{n} domain has details that no usable API key of this account may read (at the key check) | {n} domains have details that no usable API key of this account may read (at the key check)',
  refused: 'Refused by the service',
  refusedDomains:
    '{n} domain has details that the service refused in the last {days} days; syncs leave them out for now | {n} domains have details that the service refused in the last {days} days; syncs leave them out for now',
  procedures: 'Unfinished procedures and failed transfers',
  pendingDomains: '{n} domain | {n} domains',
  pendingServers: '{n} server | {n} servers',
  pollAt: 'the list is read again by about {time} (Japan time), while Banto is open',
  pollSoon: 'the list is read again in a moment, also without a sync, while Banto is open',
  pollRunning: 'the list is being read again, or waits for its turn',
  pollOnlyInSync: 'for now, the list is read again only by a sync',
  pollStopped: 'the list is not read again for now',
  first: 'Read next',
  firstDetails: '{n} detail | {n} details',
  reasons: {
    on_screen: 'shown in the window',
    changed_by_us: 'changed by Banto',
    written_by_key: 'written with an API key, by the execution log',
    differs_from_list: 'differs from the list',
    pending: 'unfinished procedure or failed transfer',
    expiring_soon: 'expires within 60 days or is overdue',
    never_read: 'not all read yet',
    stale: 'expected to have changed most',
  } satisfies Record<DetailReadReason, string>,
  overview: {
    due: '{n} detail due now | {n} details due now',
    rest: 'the rest takes about {days} of the background quota',
    refresh: 'full reading: {calls}, about {days} of the background quota',
    refreshWithinDay: 'full reading: {calls}, less than a day of the background quota',
    noAutomatic: '{n} account without planned sync | {n} accounts without planned sync',
    held: '{n} account: no automatic sync while calls are on hold | {n} accounts: no automatic sync while calls are on hold',
    countedAt: 'counted at {time} Japan time',
    longest: 'Days of the account that needs longest. Banto reads only while it is open.',
  },
}
