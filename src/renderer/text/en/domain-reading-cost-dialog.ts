/** Reading the details of several domains again, as a job. */
export const domainReading = {
  open: 'Read again…',
  title: 'Read the selected domain again now? | Read the selected domains again now?',
  action: 'Read again now',
  domains: '{n} domain | {n} domains',
  accounts: '{n} account | {n} accounts',
  cost: '{domains} of {accounts}: {calls}, {duration}.',
  costPartly: '{domains} of {accounts}: {calls}. {possible} of them are possible now and take {duration}.',
  costPartlyAfterWait: '{domains} of {accounts}: {calls}. {possible} of them take {duration}, including waits.',
  costLater: '{domains} of {accounts}: {calls}. None of them is possible now.',
  each: 'One call reads one detail: contract, DNS records and, of active domains, name servers, Whois and registrar lock.',
  later: 'The daily limit allows no more now. The job waits with the others until older calls no longer count in it.',
  limit:
    'The calls count in the daily limits of the accounts. The job waits while {percent}% of a limit are used; the rest is kept for changes and orders.',
  wholeLimit: 'The calls count in the daily limits of the accounts. The job waits while a limit is used up.',
  leaveOutFresh:
    'Leave out {n} domain whose readable details were all read in the last {minutes} minutes | Leave out {n} domains whose readable details were all read in the last {minutes} minutes',
  allFresh: 'All readable details were read in the last {minutes} minutes.',
  table: 'Calls by account',
  column: { account: 'Account', domains: 'Domains', calls: 'Calls', now: 'Possible now' },
  from: '{n} from {time} (Japan time)',
  notListed:
    '{n} domain is not read: it is no longer in the list of its account. | {n} domains are not read: they are no longer in the lists of their accounts.',
  noKeyMayRead:
    '{n} domain is not read: no usable key of {accounts} may read its details. | {n} domains are not read: no usable key of {accounts} may read their details.',
  refusedDomains:
    '{n} domain is not read: the service refused all of its details in the last {days} days. Open it and choose “Read all again” to try again. | {n} domains are not read: the service refused all of their details in the last {days} days. Open them and choose “Read all again” to try again.',
  refusedDetails:
    '{n} detail of the domains to read is left out, because the service refused it in the last {days} days. | {n} details of the domains to read are left out, because the service refused them in the last {days} days.',
  paused:
    'The account {accounts} is paused: its domains wait until you resume it. | {accounts} are paused: their domains wait until you resume these accounts.',
  moreAccounts: '{names} and {n} more account | {names} and {n} more accounts',
  nothing: 'There is no domain to read.',
  started: 'A job reads the details of {n} domain again. | A job reads the details of {n} domains again.',
}
