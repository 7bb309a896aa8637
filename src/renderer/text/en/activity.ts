import type { LoggedChange, ShownChangeResult } from '#shared/ipc/change-log.ts'
import type { ServerChangeName } from '#shared/ipc/single-server-change-commands.ts'
import type { PlanSourceKind } from '#shared/ipc/domain-change-plans.ts'
import type { Job, JobItemFilter, JobItemState, JobKindReportingWorkAmount } from '#shared/ipc/jobs.ts'
import { accountNotInBanto } from './common.ts'

export const activity = {
  title: 'Change history',
  page: { activity: 'Changes', 'activity-detected': 'Detected changes', 'activity-jobs': 'Jobs' },
  count: '{n} change | {n} changes',
  ttl: 'TTL {n}',
  privacy: 'privacy {state}',
  subject: { nameservers: 'Name servers', lock: 'Registrar lock', whois: 'Whois' },
  kind: {
    add: 'Add record',
    change: 'Change record',
    delete: 'Delete record',
    nameservers: 'Name servers',
    lock: 'Registrar lock',
    whois: 'Whois',
    server: 'Servers',
    console: 'Console request',
  } satisfies Record<LoggedChange['kind'], string>,
  operation: {
    setMemo: 'Server memo',
    addDomain: 'Add a domain to the server',
    resetDomain: 'Reset a domain',
    addSubdomain: 'Add a subdomain',
    installWordpress: 'Install WordPress',
    deleteWordpress: 'Delete WordPress',
    addDatabase: 'Create a database',
    addDatabaseUser: 'Create a database user',
    grantDatabase: 'Grant access to a database',
    setSsh: 'SSH',
    addSshKey: 'Add an SSH key',
    generateSshKey: 'Generate an SSH key',
    deleteSshKey: 'Delete an SSH key',
    clearCache: 'Clear a cache',
  } satisfies Record<ServerChangeName, string>,
  result: {
    done: 'Done',
    inferred: 'Done (inferred)',
    failed: 'Not made',
    not_needed: 'Not needed',
    already_deleted: 'Already deleted',
    not_done: 'Not made',
    unknown: 'Outcome unknown',
    partly_unknown: 'Done, partly unknown',
    partly_failed: 'Done, partly failed',
    waiting: 'Not made yet',
    sending: 'Being sent…',
    in_progress: 'In progress',
    unconfirmed: 'Outcome unknown so far',
  } satisfies Record<
    ShownChangeResult | 'not_needed' | 'already_deleted' | 'not_done' | 'waiting' | 'in_progress' | 'unconfirmed',
    string
  >,
  column: {
    at: 'Time (Japan)',
    domain: 'Domain',
    server: 'Server',
    target: 'Domain or server',
    account: 'Account',
    change: 'Change',
    changes: 'Changes',
    result: 'Result',
    kind: 'Kind',
    subject: 'Concerns',
    before: 'Before',
    after: 'After',
    requested: 'Requested',
    state: 'State',
    endedAt: 'Ended (Japan)',
  },
  filter: { text: 'Name or value', kinds: 'Every kind', results: 'Every result', clear: 'Clear filters' },
  empty: {
    title: 'No changes recorded',
    text: 'Every change of records, name servers, Whois, registrar locks and servers that you make with Banto is listed here.',
  },
  noMatch: { title: 'No change matches', text: 'No recorded change matches the filters.' },
  noneOfAccounts: {
    title: 'No changes of the selected accounts',
    text: 'Select all accounts to see every recorded change.',
  },
  openJob: 'Show the job of this change',
  openDomain: 'Open the domain',
  undo: 'Undo this change…',
  undoHint: 'First shows what would be sent. Other changes of {domain} stay.',
  undoHintOfSetting:
    'First shows what would be sent. Other changes of {domain} stay, except later ones of the same values.',
  noAccount: accountNotInBanto,
  confirmedAt: 'Result known',
  shownByReading:
    'No response confirmed the change. The reading of {time} (Japan time) showed its result. Another program may have made the change.',
  missingInReading:
    'No response confirmed the change. The reading of {time} (Japan time), when the change could no longer arrive, did not show its result.',
  unproved: '{values}: unknown',
  unprovedHeading: 'Not known',
  unprovedAbout: 'Whether these values took effect is not known. Check them in the panel of the service.',
  oneWayLock: 'This lock cannot be undone: unlocking requires a cancellation request for the domain.',
  job: {
    domains: '{name} and {n} more domain | {name} and {n} more domains',
    servers: '{name} and {n} more server | {name} and {n} more servers',
    subject: {
      records: 'Records of {target}',
      zone_file: 'Import into {target}',
      template: 'Template for {target}',
      snapshot: 'Restore {target}',
      undo: 'Undo for {target}',
      unfinished: 'Remaining changes of {target}',
      undo_change: 'Undo of one change for {target}',
      record_operation: 'Records of {target}',
      nameservers: 'Name servers of {target}',
      lock: 'Registrar lock of {target}',
      whois: 'Whois of {target}',
      csv: 'Changes from a CSV file for {target}',
      verification: 'Ownership verification of {target}',
      new_site: 'New site {target}',
      read_domains: 'Details of {target}',
      read_servers: 'Information and usage of {target}',
      clear_caches: 'Caches of {target}',
      read_error_logs: 'Error logs of {target}',
    } satisfies Record<PlanSourceKind | JobKindReportingWorkAmount, string>,
    work: {
      read_domains: '{done} of {total} readings done',
      read_servers: '{done} of {total} readings done',
      clear_caches: '{done} of {total} domains tried',
      read_error_logs: '{done} of {total} logs read',
    } satisfies Record<JobKindReportingWorkAmount, string>,
    workWithError: '{work}: {error}',
    serverItem: 'Server',
    notListed: 'No longer in the list of the account',
    workDone: 'Progress',
    /** In a CSV file. */
    workOf: '{done} of {total}',
    namedTemplate: 'Template “{template}” for {target}',
    state: {
      waiting: 'Waiting',
      running: 'In progress',
      paused: 'Paused',
      ended: 'Ended',
      cancelling: 'Cancelled; changes that were sent are still checked',
      cancelledWaiting: 'Cancelled; changes that were sent are checked later',
      cancellingWork: 'Cancelled; waiting for the response to the last call',
    } satisfies Record<Job['state'] | 'cancelling' | 'cancelledWaiting' | 'cancellingWork', string>,
    minutesHint:
      'Estimate. Waits after lost answers and errors of the service that are still to come, up to {n} minutes each, are not included.',
    waitsFor: '{state}: {causes}',
    causeForFirstAccount: '{cause}, for the earliest of them',
    causeOfAccounts: '{cause} ({accounts})',
    count: {
      waiting: '{n} waiting',
      running: '{n} in progress',
      checking: '{n} with unknown outcome so far',
      done: '{n} done',
      partly_unknown: '{n} done, partly unknown',
      partly_failed: '{n} done, partly failed',
      not_needed: '{n} not needed',
      replan: '{n} needs a new plan | {n} need a new plan',
      failed: '{n} failed',
      not_found: '{n} not found',
      unknown: '{n} with unknown outcome',
      cancelled: '{n} cancelled',
      finished_later: '{n} handled by a new plan',
    } satisfies Record<JobItemFilter | 'partly_unknown' | 'partly_failed', string>,
    item: {
      waiting: 'Waiting',
      stopping: 'Stopping',
      running: 'In progress',
      checking: 'Outcome unknown so far',
      done: 'Done',
      not_needed: 'Not needed',
      replan: 'Needs a new plan',
      failed: 'Failed',
      not_found: 'Not found',
      unknown: 'Outcome unknown',
      cancelled: 'Cancelled',
      finished_later: 'Handled by a new plan',
    } satisfies Record<JobItemFilter | 'stopping', string>,
    differsFromPlan: 'Perhaps changed elsewhere · {made}',
    noneMade: 'The change was not made. | None of the {n} changes was made.',
    itemAbout: {
      waiting: 'What is not made yet is sent later.',
      paused: 'The job is paused. What is not made yet is sent after you resume it.',
      cancelling: 'The job was cancelled. Nothing more is sent.',
      running: 'The changes are sent one after another.',
      checking: 'It is not known yet whether a change was made.',
      lostAnswer: 'No complete response to a change arrived, so that it is not known yet whether the change was made.',
      unclearAnswer: 'The response of the service does not tell whether the change was made.',
      noRecordAnswer:
        'The service answered that the record does not exist, so the last call made no change. An earlier call of the same change got no clear response and may have made it.',
      readsFirst: 'The job reads the domain again before it sends anything else.',
      refused: 'The service refused a change, because its record does not exist.',
      readAfterResuming:
        'The job is paused and reads the domain again after you resume it, before it sends anything else.',
      readsOnly: 'The job was cancelled, so that nothing more is sent. It only reads the domain again to find out.',
      notBefore: 'The domain is read again after {time} (Japan time). Reading it yourself does not shorten this.',
      done: 'Every change was made.',
      doneSomeDeletedBefore:
        'Every change is in place. The deletions marked “Already deleted” were not sent, because their records no longer existed.',
      doneSomeInferred: 'Every change is in place.',
      inferred: 'No response confirmed the changes marked “Done (inferred)”. Another program may have made them.',
      not_needed: 'The domain already was as these changes would leave it, so that the job sent none of them.',
      replan: 'The domain is not as the plan expected, for example because it was changed elsewhere.',
      needsPlan: 'The changes marked “Not made” need a new plan.',
      failed: 'The error is shown below.',
      not_found:
        'The account does not have it, by an answer of the service or by its list. It is shown as gone only when a list lacks it.',
      unknown: 'A change may have been made.',
      workLost:
        'What this job was to do here is not stored any more, because the database was rebuilt. It can be neither undone nor planned again as a whole. The change history may have its changes.',
      planRest: '“Plan the rest again” reads the domain first and shows what is missing.',
      planRestLater: 'When the job has ended, “Plan the rest again” reads the domain first and shows what is missing.',
      cancelled: 'The job was cancelled. Changes that were made stay.',
      finishedLater:
        'This job did not finish the domain. The rest was planned again. A later job carried out that plan or found the domain already as planned. It did not make what the new plan left out.',
    } satisfies Record<
      | JobItemState
      | 'doneSomeDeletedBefore'
      | 'doneSomeInferred'
      | 'inferred'
      | 'workLost'
      | 'finishedLater'
      | 'cancelling'
      | 'paused'
      | 'lostAnswer'
      | 'unclearAnswer'
      | 'noRecordAnswer'
      | 'readsFirst'
      | 'readsOnly'
      | 'notBefore'
      | 'refused'
      | 'planRest'
      | 'planRestLater'
      | 'needsPlan'
      | 'readAfterResuming',
      string
    >,
    indicator: {
      running: 'Jobs: {ended}/{total} domains or servers ended',
      waiting: 'Jobs waiting: {ended}/{total} domains or servers ended',
      paused: 'Jobs paused: {ended}/{total} domains or servers ended',
    },
    endedAgo: 'Ended: {age}',
    lastCallError: 'Error of the last call: {error}',
    progress: '{done} of {total} domain done | {done} of {total} domains done',
    plannedAgain: 'Planned again:',
    plannedAgainState: 'Planned again: {state}',
    showLaterJob: 'Show that job',
    serverProgress: '{done} of {total} server done | {done} of {total} servers done',
    sameRecordsExist: 'The same record is already there | The same records are already there',
    asPlannedAlready: 'Already as planned',
    changesDone: '{done} of {total} change made | {done} of {total} changes made',
    changesAllDone: '{done} change made | {done} changes made',
    ofWhichInferred: '{made} ({n} inferred)',
    deletedBefore: '{made} · {deleted} already deleted',
    changesConfirmed: '{done} of {total} change confirmed | {done} of {total} changes confirmed',
    blocked: '{n} domain waiting | {n} domains waiting',
    blockedServers: '{n} server waiting | {n} servers waiting',
    moreAccounts: 'and {n} more account: | and {n} more accounts:',
    openAccount: 'Open the account',
    filter: 'Filter by state',
    allItems: 'All',
    pause: 'Pause',
    pauseBegun: 'Nothing waits to begin. A pause stops the next calls of what has begun.',
    resume: 'Resume',
    retry: 'Try again now',
    offline: 'Working offline. Go online to continue the job.',
    cancel: 'Cancel job…',
    cancelTitle: 'Cancel “{job}”?',
    cancelBody:
      'Changes that were not sent yet will not be sent. Changes that were made stay. The outcome of a change that was already sent is still checked.',
    endedMeanwhile: 'The job has ended. There is nothing left to cancel.',
    cancelWorkBody: {
      read_domains: 'What was not read yet will not be read. What was read stays.',
      read_servers: 'What was not read yet will not be read. What was read stays.',
      clear_caches:
        'Caches that were not cleared yet will not be cleared. A call that was already sent may still clear its cache.',
      read_error_logs:
        'Logs that were not read yet will not be read. Those read since Banto was started can still be shown, unless newer jobs have replaced them.',
    } satisfies Record<JobKindReportingWorkAmount, string>,
    cancelAction: 'Cancel the job',
    undo: 'Undo…',
    planRest: 'Plan the rest again…',
    accountRemoved:
      'The account of {n} domain was removed from Banto. Its changes can be neither undone nor planned again. | The accounts of {n} domains were removed from Banto. Their changes can be neither undone nor planned again.',
    locksThatCannotBeUndone:
      '{n} registrar lock cannot be undone: unlocking requires a cancellation request for the domain. | {n} registrar locks cannot be undone: unlocking requires a cancellation request for each domain.',
    ended: '{job}: {result}',
    show: 'Show',
    workLost: 'Not stored any more, because the database was rebuilt',
    all: 'All jobs',
    ofAllAccounts: 'The jobs of all accounts are listed, not only those of the selected ones.',
    newestOnly: 'Only the {n} newest ended jobs are listed. Every change is under Changes.',
    empty: {
      title: 'No jobs',
      text: 'Reviewed plans, and work on several servers or readings of several domains, run as jobs and are listed here. Single changes of records are under Changes.',
    },
  },
  csv: {
    at: 'Time (Japan)',
    account: 'Account',
    domain: 'Domain or server',
    decoded: 'Domain (decoded)',
    kind: 'Kind',
    host: 'Host or name',
    type: 'Type',
    before: 'Before',
    after: 'Requested',
    progress: 'Progress',
    result: 'Result',
    code: 'Error code',
    message: 'Error message',
    job: 'Job',
    state: 'State of the domain or server',
    endedAt: 'Ended (Japan)',
    id: 'ID',
  },
}
