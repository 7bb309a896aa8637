import type { CsvLineChangeKind } from '#shared/domain-change-csv/csv-line-change.ts'

/** Changes of many domains by a CSV file. */
export const csvChanges = {
  title: 'Changes from a CSV file',
  open: 'Changes from CSV…',
  intro: 'Each line names a domain of any account, what to change, and the value.',
  introForSelected: 'Each line names a selected domain, what to change, and the value.',
  paste: 'Or paste the lines',
  pasteHint: 'CSV, or cells copied from a spreadsheet: domain, what, value.',
  format: 'CSV',
  example: 'Save an example…',
  saved: 'Saved: {path}',
  formats: {
    title: 'What a line can change',
    what: 'What',
    value: 'Value',
    note: 'Lines that begin with # are skipped. Values are sent as they are shown in the plan.',
  },
  /** Descriptions of the values, in the window and as comments in the example file. */
  value: {
    add: "A record to add: host, TTL (optional, 3600), type and content. {'@'} is the domain itself.",
    replace:
      'A record that replaces all records of its type at its host. Several lines for one host and type are kept together. Without a TTL, the TTL stays.',
    remove: 'Records to remove: host, type and content. Without content, all records of the type at the host.',
    ttl: 'A TTL in seconds: for a host and type, or for all records.',
    nameservers: 'All name servers of the domain, separated by blanks.',
    lock: 'Registrar lock: on or off.',
    whois_privacy: 'Whois privacy: on or off.',
    whois_field: 'A Whois field in Latin letters, such as whois_city or whois_email.',
  } satisfies Record<CsvLineChangeKind, string>,
  kind: {
    add: 'Add',
    replace: 'Replace',
    remove: 'Remove',
    ttl: 'TTL',
    nameservers: 'Name servers',
    lock: 'Registrar lock',
    whois_privacy: 'Whois privacy',
    whois_field: 'Whois: {field}',
  } satisfies Record<CsvLineChangeKind, string>,
  ttl: 'TTL {n}',
  allOfHost: '{type} {host}: all records',
  ttlOfAll: '{n}, all records',
  ttlOfHost: '{n}, {type} {host}',
  emptyValue: 'empty',
  panel: {
    title: 'What was understood',
    lines: '{n} usable line | {n} usable lines',
    domains: '{n} domain | {n} domains',
    accounts: '{n} account | {n} accounts',
    problems: '{n} problem | {n} problems',
    no_file: 'Choose a file or paste lines.',
    no_usable_line: 'No line can be used.',
    searching: 'Looking up the domains…',
  },
  onlySelected: 'Only the selected domain | Only the {n} selected domains',
  waiting:
    'Read-only or paused: {accounts}. The changes of their domains wait until the account may be changed. | Read-only or paused: {accounts}. The changes of their domains wait until the accounts may be changed.',
  preview: 'Changes',
  line: 'Line {n}',
}
