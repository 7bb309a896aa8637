export const forgetGone = {
  title: { domains: 'Gone domains', servers: 'Gone servers' },
  about: {
    domains: 'No longer in the list of their account. What was last read stays readable here until it is forgotten.',
    servers: 'No longer in the list of their account. What was last read stays readable here until it is forgotten.',
  },
  none: { domains: 'No gone domains', servers: 'No gone servers' },
  noneText: {
    domains: 'No stored domain of the selected accounts is marked as gone.',
    servers: 'No stored server of the selected accounts is marked as gone.',
  },
  showListed: 'Show the list',
  lastSeen: 'Status last read',
  forget: 'Forget…',
  forgetSome: 'Forget {n}…',
  forgetAll: { domain: 'Forget… | Forget all {n}…', server: 'Forget… | Forget all {n}…' },
  forgetMatching: {
    domain: 'Forget the one that matches… | Forget the {n} that match…',
    server: 'Forget the one that matches… | Forget the {n} that match…',
  },
  confirmOne: 'Forget {name}?',
  confirm: {
    domain: 'Forget {n} gone domain of {account}? | Forget {n} gone domains of {account}?',
    server: 'Forget {n} gone server of {account}? | Forget {n} gone servers of {account}?',
  },
  accounts: '{n} accounts',
  deletes: 'Deleted from this computer:',
  rows: {
    domain: '{n} domain, no longer in the list of its account | {n} domains, no longer in the list of their account',
    server: '{n} server, no longer in the list of its account | {n} servers, no longer in the list of their account',
  },
  records: '{n} stored DNS record | {n} stored DNS records',
  details: {
    domain:
      '{n} other reading (contract, name servers, Whois or lock) | {n} other readings (contract, name servers, Whois, lock)',
    server: '{n} reading (information or usage) | {n} readings (information, usage)',
  },
  usageReadings: '{n} daily reading of the usage of servers | {n} daily readings of the usage of servers',
  annotations: {
    domain: 'Tags, customer and note of {n} domain | Tags, customers and notes of {n} domains',
    server: 'Tags, customer and note of {n} server | Tags, customers and notes of {n} servers',
  },
  zoneDrafts: '{n} zone draft that was not sent | {n} zone drafts that were not sent',
  keeps: {
    domain:
      'Sent and detected changes, snapshots, jobs, orders and logs stay. The snapshots are shown again only if the account lists the domain again.',
    server: 'Sent and detected changes, jobs, orders and logs stay.',
  },
  untouched: 'The service is not called. Nothing changes there.',
  noUndo: 'This cannot be undone. What an account lists again is shown without this data.',
  action: { domain: 'Forget {n} domain | Forget {n} domains', server: 'Forget {n} server | Forget {n} servers' },
  actionOne: 'Forget {name}',
  working: 'Deleting the data. You can continue to work meanwhile.',
  done: { domain: 'Forgot {n} domain. | Forgot {n} domains.', server: 'Forgot {n} server. | Forgot {n} servers.' },
  listedAgain: '{n} is listed again and was kept. | {n} are listed again and were kept.',
  nothing: 'Nothing to forget: listed again or already deleted.',
}
