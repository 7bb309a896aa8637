import type {
  AnswerComparisonResult,
  NoUsableAnswerReason,
} from '#shared/dns/nameservers/compare-nameserver-answers-with-zone.ts'

export const dnsComparison = {
  title: 'Answers of the name servers',
  action: 'Compare with name servers',
  back: 'Records',
  asked: 'Compared',
  again: 'Ask again',
  cancel: 'Cancel',
  resolving: 'Looking up the name servers…',
  asking: 'Asking the name servers: {done} of {total} questions done',
  cancelled: {
    title: 'The comparison was cancelled',
    text: 'Banto asks each name server of the domain for the stored records, over DNS.',
  },
  nothing: 'At the time of the comparison, Banto had no records and no name servers of this domain to compare.',
  recordsNotRead:
    'Banto had not read the records of this domain before this comparison. Only its name servers were compared.',
  missingAnswers:
    '{n} record set was not answered by each name server. Its result is that of the others. | {n} record sets were not answered by each name server. Their results are those of the others.',
  limits:
    'TTLs and records of types other than {types} are not compared. DNS cannot list a zone, so records that only the name servers have are not found. No API call was made.',
  table: 'Records in Banto and answers of the name servers',
  column: { set: 'Records', stored: 'In Banto', answers: 'Name servers', state: 'Result' },
  asStored: 'As in Banto',
  noRecords: 'No such record',
  serversDiffer: 'The name servers do not agree.',
  state: {
    same: 'Same',
    differs: 'Different',
    missing: 'Missing',
    not_reachable: 'No usable answer',
    not_asked: 'Could not be asked',
  } satisfies Record<AnswerComparisonResult | 'not_asked', string>,
  count: {
    same: '{n} same',
    differs: '{n} different',
    missing: '{n} missing',
    not_reachable: '{n} without a usable answer',
    all_same: 'The only record set is the same | All {n} record sets are the same',
    all_differs: 'The only record set is different | All {n} record sets are different',
    all_missing:
      'The name servers that answered do not have the only record set | The name servers that answered have none of the {n} record sets',
    all_not_reachable: 'No name server gave an answer that can be compared',
  } satisfies Record<AnswerComparisonResult | `all_${AnswerComparisonResult}`, string>,
  delegation: {
    same: 'According to DNS, the domain uses the name servers that Banto had at the time of this comparison: {resolved}.',
    differs:
      'According to DNS, the domain uses other name servers: {resolved}. In Banto at the time of this comparison: {stored}.',
    not_stored:
      'According to DNS, the domain uses {resolved}. Banto had not read its name servers before this comparison.',
    not_found:
      'DNS has no name servers for this domain. Those that Banto had at the time of this comparison were used instead: {stored}.',
    not_found_nothing_stored:
      'DNS has no name servers for this domain, and Banto had not read them before this comparison. None was asked.',
    failed:
      'The DNS resolver of this computer gave no answer for this domain. Name servers in Banto at the time of this comparison: {stored}.',
    failed_nothing_stored:
      'The DNS resolver of this computer gave no answer for this domain, and Banto had not read its name servers before this comparison. None was asked.',
  },
  reason: {
    no_address: 'No address found, so it was not asked.',
    address_lookup_failed: 'The DNS resolver of this computer gave no answer about its address, so it was not asked.',
    timeout: 'No answer in time.',
    network: 'Not reachable over the network.',
    refused: 'Refuses to answer.',
    server_failure: 'Reports an internal failure.',
    not_authoritative: 'Does not serve this domain.',
    delegated: 'Refers to the name servers of a subdomain.',
    unexpected_answer: 'The answer could not be read.',
    out_of_time: 'No answer before the time limit of the comparison.',
  } satisfies Record<NoUsableAnswerReason, string>,
}
