import type { DetectedChangeField, CertaintyThatAppCausedChange } from '#shared/ipc/detected-changes.ts'

export const detectedChanges = {
  title: 'Detected changes',
  count: '{n} detected change | {n} detected changes',
  about:
    'Values that changed between two readings, including changes made outside Banto. The column “Sent by Banto” shows what an entry under “Changes” or a renewal order explains; other orders and console requests are not compared.',
  field: {
    status: 'Status',
    expiry: 'Expiry date',
    auto_renew: 'Auto-renew',
    plan: 'Plan',
    record: 'DNS records',
    nameservers: 'Name servers',
    epp_statuses: 'EPP statuses (other than the lock)',
    ip_address: 'IP address of the server',
    php_versions: 'PHP versions',
    db_versions: 'Database versions',
    memo: 'Memo of the server',
    listed: 'In the list of the account',
    lock: 'Registrar lock',
    whois_privacy: 'Whois privacy',
    whois_contact: 'Whois contact data',
  } satisfies Record<DetectedChangeField, string>,
  record: { add: 'Record added', change: 'Record changed', delete: 'Record removed' },
  listed: { add: 'Back in the list of the account', delete: 'No longer in the list of the account' },
  noDate: 'no date',
  noEppStatus: 'none',
  noText: 'empty',
  notRecorded: 'values are not recorded',
  column: {
    detectedAt: 'Detected at (Japan)',
    previousReadAt: 'Previous reading',
    change: 'Change',
    sent: 'Sent by Banto',
  },
  sent: {
    confirmed: 'Sent',
    inferred: 'Sent (inferred)',
    possible: 'Possibly',
    unknown_outcome: 'Possibly',
  } satisfies Record<CertaintyThatAppCausedChange, string>,
  notSent:
    'No matching entry under “Changes” and no matching renewal; other orders, console requests and removed accounts are not compared',
  renewalsUnread: 'No matching entry under “Changes”. The order records cannot be read, so renewals were not compared.',
  within: 'Changed at {time} (Japan time)',
  between: 'Changed between {from} and {to} (Japan time)',
  sentByBanto: {
    confirmed: 'Sent by Banto',
    inferred: 'Sent by Banto (inferred)',
    possible: 'Possibly sent by Banto',
    unknown_outcome: 'Possibly sent by Banto',
  } satisfies Record<CertaintyThatAppCausedChange, string>,
  uncertain: {
    inferred: 'Inferred: no response confirms what Banto sent. Another program may have made this change.',
    possible:
      'More identical records were added than Banto is known to have added. Banto or another program may have added this one.',
    unknown_outcome:
      'Banto sent a matching change, and its outcome is not confirmed. Banto or another program may have made this change.',
  } satisfies Record<Exclude<CertaintyThatAppCausedChange, 'confirmed'>, string>,
  openSent: 'Show the change that Banto sent at {time} (Japan time)',
  openOrder: 'Show the renewal that Banto sent at {time} (Japan time)',
  filter: { text: 'Name or value', fields: 'Every kind', clear: 'Clear filters' },
  empty: {
    title: 'No detected changes recorded',
    text: 'When a reading shows another value than the reading before it, the difference is listed here, including changes made outside Banto. Entries are kept for {n} years.',
  },
  noMatch: { title: 'No detected change matches', text: 'Nothing recorded matches the filters.' },
  noneOfAccounts: {
    title: 'No detected changes of the selected accounts',
    text: 'Select all accounts to see every recorded difference.',
  },
  ofTarget: {
    none: 'For this name, no difference of a compared value between two readings of this account is recorded.',
    noneButGone:
      'Missing from the list since the reading at {time} (Japan time). For this name, no other difference between two readings of this account is recorded.',
    more: 'Show {n} more',
    newestOnly: 'Only the {n} newest are shown.',
  },
}
