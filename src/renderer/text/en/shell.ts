export const shell = {
  areas: 'Areas',
  overview: 'Overview',
  domains: 'Domains',
  servers: 'Servers',
  orders: 'Orders',
  activity: 'Activity',
  logs: 'Logs',
  console: 'Console',
  settings: 'Settings',
  accounts: 'Accounts',
  chooseAccounts: 'Choose accounts',
  restoreSelection: 'Back to earlier selection',
  allAccounts: 'All accounts',
  allAccountsHint: 'Click to show every account and end the selection of accounts',
  addAccount: 'Add account',
  openAccount: 'Open {name}',
  narrow: 'Collapse the sidebar',
  widen: 'Expand the sidebar',
  openThisAccount: 'Open account',
  openHint: 'Or double-click, or press Alt+Enter',
  filterAccounts: 'Filter accounts',
  shownAccounts: '{n} of {total} account | {n} of {total} accounts',
  hiddenSelected: '{n} selected account not shown | {n} selected accounts not shown',
  accountsInFolder: 'Accounts in {name}',
  folderHint: 'Click to show the accounts listed in this folder, {key}+click to add or remove them',
  selectedCount: '{n} account | {n} accounts',
  search: 'Search everything',
  sync: 'Sync',
  syncSelected: 'Sync selected',
  syncOthers: 'Sync the others',
  syncCancel: 'Cancel the sync',
  syncCancelShort: 'Cancel',
  syncing: 'Syncing',
  syncLists: 'lists {done}/{total}',
  syncDetails: 'details {done}/{total}',
  /** The tooltip of the counts. */
  syncSum: 'Sum of {n} syncs: those running, and those that ended meanwhile',
  /** The total is not known yet. */
  syncDetailsWithoutTotal: 'details {done}/?',
  detailsFailed: '{n} detail could not be read | {n} details could not be read',
  detailsFailedUntil:
    '{n} detail could not be read (sync until {time}) | {n} details could not be read (sync until {time})',
  detailsNoKeyMayRead: 'no usable key may read {n} detail | no usable key may read {n} details',
  detailsNoKeyMayReadUntil:
    'no usable key may read {n} detail (sync until {time}) | no usable key may read {n} details (sync until {time})',
  syncStopped: {
    this: 'sync stopped {when}, with {n} detail unread | sync stopped {when}, with {n} details unread',
    one: 'sync of {account} stopped {when}, with {n} detail unread | sync of {account} stopped {when}, with {n} details unread',
    several:
      'sync of {accounts} accounts stopped, the last {when}, with {n} detail unread | sync of {accounts} accounts stopped, the last {when}, with {n} details unread',
    severalWithoutTime:
      'sync of {accounts} accounts stopped, with {n} detail unread | sync of {accounts} accounts stopped, with {n} details unread',
    at: 'at {time}',
    withBanto: 'when Banto ended',
  },
  syncWaits: {
    limit: 'some calls wait for a limit until {time} (Japan time)',
    demanded: 'some calls wait until {time} (Japan time), as the service asked',
    refused: 'no call is sent, because no key is usable',
    hold: 'some calls are on hold until {time} (Japan time) after authentication errors',
    repeat: 'some calls ended with an error, retry at {time} (Japan time)',
  },
  syncLate: 'waiting for an answer',
  syncNoAnswer: 'no answer, retrying',
  syncNoAnswerOf: 'no answer for {n} account, retrying | no answer for {n} accounts, retrying',
  syncNoProxy: 'no connection through the proxy {proxy}, retrying',
  syncNoProxyOfOne: '{account}: no connection through the proxy {proxy}, retrying',
  syncNoSharedProxy: '{n} accounts: no connection through the proxy {proxy}, retrying',
  syncNoProxyOf:
    'no connection through the proxy of {n} account, retrying | no connection through the proxies of {n} accounts, retrying',
  syncedAt: 'Oldest list data',
  withoutPaused: 'Without {n} paused account | Without {n} paused accounts',
  withoutDenied: 'Without {n} account whose keys may read no list | Without {n} accounts whose keys may read no list',
  neverSynced: {
    both: 'Lists not fully read',
    domains: 'Domain list not fully read',
    servers: 'Server list not fully read',
    denied: 'No key may read lists',
  },
  syncOffline: 'Working offline. Go online to sync.',
  syncPaused: 'The account is paused. | The accounts are paused.',
  noUsableKey: 'No usable key',
  syncNoKey:
    'The account has no usable key. Add, replace or test a key. | The accounts have no usable key. Add, replace or test a key.',
  syncEmpty: 'No accounts to sync yet.',
  health: {
    good: 'Keys and sync OK',
    goodKeys: 'Keys OK',
    attention: 'Needs attention',
    failing: 'Error',
    paused: 'Paused',
    syncing: 'Syncing',
  },
  healthWaiting: {
    keychain: 'Keys not usable',
    limit: 'Limited until {time}',
    demanded: 'Waits until {time}',
    hold: 'On hold until {time}',
    block: 'On hold until {time}',
    openBlock: 'On hold',
  },
  healthWaitingTitle: {
    limit: 'A limit of the account is reached: calls of that kind can be sent again from {time} (Japan time).',
    demanded:
      'The service asked for no more calls of that kind until {time} (Japan time) and named no limit. It may also have blocked the address that calls of this account come from.',
    hold: 'Authentication errors occurred. Some calls of this account are on hold until {time} (Japan time) or until you resume the calls.',
    block:
      'The service may have blocked the address that calls of this account come from. They are on hold until {time} (Japan time) or until you resume the calls.',
    openBlock:
      'The service may have blocked the address that calls of this account come from. They are on hold until you resume the calls.',
  },
  gone: {
    domain:
      'This domain is no longer in the list of {account}. It may have been transferred away, cancelled or moved to another account. The data below is as last read.',
    server:
      'This server is no longer in the list of {account}. The contract may have ended. The data below is as last read.',
  },
  shrunken: {
    domain: 'The list read at {time} lacks {missing} of {expected} domains and was not applied.',
    server: 'The list read at {time} lacks {missing} of {expected} servers and was not applied.',
    text: 'The previous list is still shown. Read the list again, or accept the new list if it is correct. A list read after {time} that lacks no other entries is accepted automatically, if a key may read the missing entries.',
    again: 'Read again',
    accept: 'Accept the new list…',
    acceptTitle: 'Accept the new list of {account}?',
    acceptBody: {
      domain:
        '{missing} of {expected} domains are marked as gone, unless they were read again since: they are no longer counted or offered for renewal. Stored data can still be viewed. A domain that returns to the list is shown as before.',
      server:
        '{missing} of {expected} servers are marked as gone, unless they were read again since: they are no longer counted. Stored data can still be viewed. A server that returns to the list is shown as before.',
    },
    acceptAction: 'Accept the new list',
  },
  readOnly: {
    setting: 'Read-only: changes from Banto are blocked',
    keys: 'Read-only: no usable API key of this account has permission for changes',
  },
  reasons: {
    no_keys: 'no keys',
    no_usable_key: 'no usable key',
    key_quarantined: 'a key was not accepted',
    key_expired: 'a key has expired',
    key_forbidden: 'access denied for a key',
    key_missing: 'a key is not in the keychain',
    key_expires_soon: 'a key expires soon',
    sync_failed: 'sync error',
    no_answer: 'no connection or no answer',
    unreachable: 'connection problem during the sync',
    proxy_refused: 'the account’s proxy could not be used during the sync',
    proxy_unreachable: 'no connection through the account’s proxy during the sync',
    details_failed: 'a sync could not read some details',
    list_shrunk: 'entries are missing from a list',
    stale: 'a list was not fully updated in the last 24 hours',
    no_key_for_domains: 'no key may read the domain list',
    no_key_for_servers: 'no key may read the server list',
    shares_domains: 'shares domains or servers with another account',
    never_synced: 'lists not fully read',
  },
  banner: {
    offline: 'You are working offline.',
    offlineRemedy: 'Nothing is sent to the service. Stored data can be viewed.',
    goOnline: 'Go online',
    unreadable: 'Some settings could not be read: {names}.',
    unreadableRemedy: 'Banto is working offline. Choose whether to go online.',
    unreadableOrders: 'There are paused orders. Resume them under Orders.',
    stayOffline: 'Stay offline',
    unreachable: 'The service could not be reached.',
    unreachableRemedy:
      'Stored data is shown. Check the network or the proxy. Syncs that failed because of a connection problem since the start of Banto are tried again, except in the hours without automatic sync and for accounts whose proxy refused the connection.',
    tryNow: 'Try now',
    blocked: 'The service may have blocked this IP address.',
    blockedProxy: 'The service may have blocked the address of the proxy {proxy}.',
    blockedUntil: {
      all: 'All calls are on hold until {time} (Japan time).',
      direct: 'All calls of accounts without a proxy are on hold until {time} (Japan time).',
      proxy: 'All calls through this proxy are on hold until {time} (Japan time).',
    },
    blockedOpen: {
      all: 'All calls are on hold. The service gave no end time. If a key was not accepted, check it before you resume.',
      direct:
        'All calls of accounts without a proxy are on hold. The service gave no end time. If a key was not accepted, check it before you resume.',
      proxy:
        'All calls through this proxy are on hold. The service gave no end time. If a key was not accepted, check it before you resume.',
    },
    held: 'Authentication failed once in the last 10 minutes (since the start of Banto). | Authentication failed {n} times in the last 10 minutes (since the start of Banto).',
    heldEarlier: 'Authentication failed several times.',
    heldUntil: {
      all: 'To prevent a block of this IP address, calls with keys that have not been accepted since are on hold until {time} (Japan time). Except syncs, jobs, orders and readings of logs, what you do yourself is still sent with keys that were accepted in the last 10 minutes, and may be on hold with other keys. Check the keys before you resume.',
      direct:
        'To prevent a block of this IP address, calls of accounts without a proxy with keys that have not been accepted since are on hold until {time} (Japan time). Except syncs, jobs, orders and readings of logs, what you do yourself is still sent with keys that were accepted in the last 10 minutes, and may be on hold with other keys. Check the keys before you resume.',
      proxy:
        'To prevent a block of the address of the proxy, calls through it with keys that have not been accepted since are on hold until {time} (Japan time). Except syncs, jobs, orders and readings of logs, what you do yourself is still sent with keys that were accepted in the last 10 minutes, and may be on hold with other keys. Check the keys before you resume.',
    },
    heldProxy:
      'Authentication failed once through the proxy {proxy} in the last 10 minutes (since the start of Banto). | Authentication failed {n} times through the proxy {proxy} in the last 10 minutes (since the start of Banto).',
    heldEarlierProxy: 'Authentication failed several times through the proxy {proxy}.',
    clockAhead: 'The clock of this computer is about {difference} ahead of the clock of the service.',
    clockBehind: 'The clock of this computer is about {difference} behind the clock of the service.',
    clockRemedy:
      'Correct the clock of this computer. Until then, times and ages in Banto may be wrong by as much, and keys may count as expired too early or too late. Entries of the service’s logs have the time of the service.',
    resume: 'Resume calls',
    keychainCheck: 'Check again',
    loadFailed: 'The accounts could not be read.',
    uncaught: 'An unexpected error occurred in this window.',
    uncaughtRemedy:
      'Stored data and orders are not affected, but this view may be incomplete. Reload the window. Input that is not saved is lost.',
    uncaughtDetails: 'Error text',
    reloadWindow: 'Reload window',
  },
  keychain: {
    unavailable: {
      linux:
        'Install gnome-keyring (or KWallet with Secret Service enabled) and sign in again. Keys are never written to a file.',
      darwin: 'Open Keychain Access and check that the login keychain exists. Keys are never written to a file.',
      win32: 'Check that the Credential Manager service of Windows is running. Keys are never written to a file.',
    },
    locked: {
      linux:
        'Unlock the “login” keyring (in “Passwords and Keys” or KWallet). If you moved this profile from another computer, enter the keys again.',
      darwin:
        'Unlock the login keychain in Keychain Access. If you moved this profile from another computer, enter the keys again.',
      win32:
        'Sign in to Windows again with the user who stored the keys. If you moved this profile from another computer, enter the keys again.',
    },
    silent: {
      linux:
        'A password prompt for the keyring may be hidden behind other windows. Enter the password, then check again.',
      darwin: 'A prompt to allow access may be hidden behind other windows. Allow access, then check again.',
      win32: 'A confirmation prompt may be hidden behind other windows. Confirm, then check again.',
    },
    title: {
      unavailable: 'No keychain found. Keys cannot be stored or used.',
      locked: 'The keychain is locked. Stored keys cannot be used.',
      silent: 'The keychain is not responding. Stored keys cannot be used.',
    },
  },
  rebuild: {
    title: {
      damaged: 'The database file was damaged. Banto created a new one from the backup.',
      missing: 'The database file was missing or empty. Banto created a new one from the backup.',
      foreign: 'The database file belonged to another program. Banto created its own from the backup.',
    },
    summary: 'Check what came back, then close this notice.',
    details: 'Details',
    backup: 'Backup of',
    restored: 'Restored',
    restoredAccounts: '1 account (API keys are in the keychain) | {n} accounts (API keys are in the keychain)',
    kindsRestoredFromBackup: {
      settings: 'settings',
      savedViews: 'saved views',
      templates: 'templates',
      zoneDrafts: 'zone drafts',
      presets: 'saved contacts and name servers',
      savedRequests: 'saved requests of the console',
    },
    unknownChanges:
      '1 change whose outcome was unknown, under Activity. | {n} changes whose outcome was unknown, under Activity.',
    annotations:
      'Tags, customers and notes of 1 domain or server, from their own backup. | Tags, customers and notes of {n} domains and servers, from their own backup.',
    annotationsUnreadable: 'The backup of tags, customers and notes cannot be read.',
    leftOut: '1 entry did not fit into the backup. | {n} entries did not fit into the backup.',
    history: 'From the damaged file',
    historyText:
      '1 entry of the change history, the detected changes, the snapshots and the OpenAPI documents. | {n} entries of the change history, the detected changes, the snapshots and the OpenAPI documents.',
    historyNone: 'No change history, detected change, snapshot or OpenAPI document could be read.',
    readAgain: 'Read again',
    readAgainText: 'Servers, domains, zones and recent logs, from the service.',
    gone: 'Not restored',
    goneText: {
      damaged:
        'Domains and servers that were gone from the lists, or kept because a list was not applied, with what was read of them; prices and plans, until they are read again; older logs, the list “Calls by Banto”, ended jobs and jobs that only read, the usage of past days, the history of the console, and change history, detected changes, snapshots and OpenAPI documents that could not be read. They are only in the damaged file. Logs of the time before the rebuild are read again, but cannot show which calls were Banto’s.',
      lost: 'Domains and servers that were gone from the lists, or kept because a list was not applied, with what was read of them; prices and plans, until they are read again; older logs, the list “Calls by Banto”, ended jobs and jobs that only read, the change history, detected changes, snapshots, OpenAPI documents, the usage of past days and the history of the console. They were only in the lost file. Logs of the time before the rebuild are read again, but cannot show which calls were Banto’s.',
    },
    orders: 'Orders',
    ordersText: 'The order records were not affected.',
    ordersPaused: 'Orders are paused. Check them, then resume them under Orders.',
    jobs: 'Jobs',
    jobsText:
      '1 job had not ended. Its outcome is unknown, and it sends nothing more. Check its domains and servers under Activity. | {n} jobs had not ended. Their outcome is unknown, and they send nothing more. Check their domains and servers under Activity.',
    file: { damaged: 'Damaged file', missing: 'Empty file', foreign: 'File of the other program' },
  },
  startup: {
    rebuild: {
      remedy: {
        database_damaged:
          'Banto can create a new database from the backup of {time} (Japan time). Accounts, settings, saved views, customers, tags and notes come back, and the damaged file is kept. The same happens at the next start.',
        database_missing:
          'This profile was used before. If you still have the file, put it back and try again. Otherwise Banto can create a new database from its backup of {time} (Japan time): accounts, settings, saved views, customers, tags and notes come back. The change history, snapshots and older logs do not.',
        database_foreign:
          'The file was not changed. If you still have Banto’s file, put it back and try again. Otherwise Banto can rename this file and create a new database from its backup of {time} (Japan time): accounts, settings, saved views, customers, tags and notes come back. The change history, snapshots and older logs do not.',
      },
      action: 'Create from the backup',
    },
    file: 'Database file',
    profile: 'Profile folder',
    setAside: {
      action: 'Move aside and start empty',
      title: 'Move the file aside?',
      body: 'Nothing is deleted. The file is renamed and stays in the same folder. Banto starts with an empty database. Accounts and their keys must be entered again. Servers, domains, records and recent logs are read again from the service. Customers, tags and notes of domains and servers come back when their accounts are added and synced again. Everything else remains only in the renamed file, for example settings, saved views, notes of accounts, domains and servers that are gone from the lists, older logs, jobs, the change history and detected changes, snapshots, templates, drafts, saved contacts and name servers, the usage of past days, and requests and OpenAPI documents of the console. Order records are kept.',
      foreignBody:
        'Nothing is deleted. The file of the other program is renamed and stays in the same folder, as does the backup of Banto’s database, if there is one. Banto starts with an empty database. Accounts and their keys must be entered again. Servers, domains, records and recent logs are read again from the service. Customers, tags and notes of domains and servers come back when their accounts are added and synced again. Everything else does not come back, for example settings, saved views, notes of accounts, domains and servers that are gone from the lists, older logs, jobs, the change history and detected changes, snapshots, templates, drafts, saved contacts and name servers, the usage of past days, and requests and OpenAPI documents of the console. Order records are kept.',
    },
    startEmpty: {
      action: 'Start with an empty database',
      title: 'Start with an empty database?',
      body: 'Do this only if you have no copy of the file. Accounts, their keys and notes, and settings must be entered again. Servers, domains, records and recent logs are read again from the service. Customers, tags and notes of domains and servers come back when their accounts are added and synced again. Everything else is lost, for example saved views, domains and servers that are gone from the lists, older logs, jobs, the change history and detected changes, snapshots, templates, drafts, saved contacts and name servers, the usage of past days, and requests and OpenAPI documents of the console. Order records are kept.',
    },
    movedTo: 'Old file: {path}',
    versions: 'The file has version {found}. This Banto supports versions up to {known}.',
    noBridge: 'The window could not start. Restart Banto. If the problem persists, reinstall Banto.',
  },
  welcome: {
    title: 'Welcome to Banto',
    text: 'All your accounts at the service in one window: servers, domains, zones and logs, online and offline. Keys are stored only in the keychain of this computer.',
    action: 'Add your first account',
    needs: 'You need the base URL of the service and an API key from the service’s API key screen.',
  },
}
