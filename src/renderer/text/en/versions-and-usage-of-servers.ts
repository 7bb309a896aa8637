import type { ServerJobKind } from '#shared/ipc/server-job-kinds.ts'

/** Versions and usage of many servers, and work on several of them. */
export const serverVersionsAndUsage = {
  open: 'Versions and usage',
  title: 'Versions and usage of the servers',
  count: '{n} of {total} server | {n} of {total} servers',
  filter: 'Name, address or version',
  php: 'PHP version',
  database: 'Database version',
  clear: 'Clear filters',
  column: {
    name: 'Server',
    account: 'Account',
    php: 'PHP',
    database: 'Databases',
    usage: 'Usage',
    oldestRead: 'Oldest reading',
  },
  select: 'Select {name}',
  selectAll: 'Select all listed servers',
  selection: 'Selected servers',
  selected: '{n} selected',
  hidden: '{n} hidden by the filters',
  leftOut: {
    ofOtherAccounts:
      '{n} selected server is not listed, because its account is not selected. | {n} selected servers are not listed, because their accounts are not selected.',
    settingUp:
      '{n} selected server is left out while it is set up. | {n} selected servers are left out while they are set up.',
    gone: '{n} selected server is no longer in the list of its account. | {n} selected servers are no longer in the lists of their accounts.',
    show: 'List them too',
  },
  clearSelection: 'Clear selection',
  never: 'Not stored',
  partly: 'Not fully stored',
  unknownShape: 'Unknown form',
  about:
    'From what Banto has stored; read the servers again for the present state. The versions are those that the service names for a server.',
  none: { title: 'No servers stored', text: 'Sync the selected accounts in the list of servers first.' },
  noMatch: 'No server matches the filters',
  action: {
    read_servers: 'Read again',
    clear_caches: 'Clear caches…',
    read_error_logs: 'Read error logs',
  } satisfies Record<ServerJobKind, string>,
  estimate: {
    title: 'Estimate',
    exact: '{calls}, {duration}',
    assumed: '{calls}, {duration}, if each server has {n} domains',
    dailyLimit: 'possibly with a wait for the daily limit',
    waits: {
      paused:
        '{n} of these servers is in a paused account and waits until the account is resumed. The time does not include this wait. | {n} of these servers are in paused accounts and wait until the accounts are resumed. The time does not include this wait.',
      readOnly:
        '{n} of these servers is in a read-only account: clearing its caches waits until the account allows changes. The time does not include this wait. | {n} of these servers are in read-only accounts: clearing their caches waits until the accounts allow changes. The time does not include this wait.',
      noKey:
        'No usable key has the permission to clear the caches of {n} of these servers. They are not cleared without such a key.',
    },
  },
  clearTitle: 'Clear the caches of {n} server? | Clear the caches of {n} servers?',
  clearBody:
    'The cache of every domain that these servers list is cleared. This cannot be undone. Estimate: {estimate}.',
  clearAction: 'Clear the caches',
  logs: {
    title: 'Error logs',
    about: 'The newest {n} lines of each domain, as read. They are only in memory, and gone after Banto ends.',
    filter: 'Find in the logs',
    count: '{n} of {total} line | {n} of {total} lines',
    save: 'Save…',
    empty: 'No lines.',
    notKept:
      'The logs of {n} server that this job has read are not kept any more, and not listed here. Start the job again. | The logs of {n} servers that this job has read are not kept any more, and not listed here. Start the job again.',
    noneSoFar: 'No log is kept so far.',
    gone: 'No log is kept. Banto was restarted, newer jobs replaced the logs, or there was nothing to read.',
    unknownShape: 'The answer has a form that Banto does not know.',
  },
  offline: 'Working offline. Go online to use this.',
}
