import type { AnswerState, NotReachableReason } from '#shared/dns/compare-with-answers.ts'

export const dnsComparison = {
  title: 'Answers of the name servers',
  action: 'Compare with name servers',
  back: 'Records',
  asked: 'Asked',
  again: 'Ask again',
  cancel: 'Cancel',
  resolving: 'Looking up the name servers…',
  asking: 'Asking the name servers: {done} of {total} answers',
  notAsked: {
    title: 'The name servers have not been asked',
    text: 'Banto asks each name server of the domain for the stored records, over DNS.',
  },
  nothing: 'Banto has no records and no name servers of this domain to compare.',
  limits:
    'TTLs are not compared. DNS cannot list a zone, so records that only the name servers have are not found. No API call is made.',
  table: 'Records in Banto and answers of the name servers',
  column: { set: 'Records', stored: 'In Banto', answers: 'Name servers', state: 'Result' },
  asStored: 'As in Banto',
  noRecords: 'No such record',
  serversDiffer: 'The name servers do not agree.',
  state: { same: 'Same', differs: 'Different', missing: 'Missing', not_reachable: 'No answer' } satisfies Record<
    AnswerState,
    string
  >,
  count: {
    same: '{n} same',
    differs: '{n} different',
    missing: '{n} missing',
    not_reachable: '{n} without an answer',
    all_same: 'The only record set is the same | All {n} record sets are the same',
    all_differs: 'The only record set is different | All {n} record sets are different',
    all_missing: 'The name servers do not have the only record set | The name servers have none of the {n} record sets',
    all_not_reachable: 'No name server gave an answer that can be compared',
  } satisfies Record<AnswerState | `all_${AnswerState}`, string>,
  delegation: {
    same: 'According to DNS, the domain uses the name servers in Banto: {resolved}.',
    differs: 'According to DNS, the domain uses other name servers: {resolved}. In Banto: {stored}.',
    not_stored: 'According to DNS, the domain uses {resolved}. Banto has not read its name servers.',
    not_found: 'DNS has no name servers for this domain. The name servers in Banto were asked: {stored}.',
    not_found_nothing_stored: 'DNS has no name servers for this domain, and Banto has not read them. None was asked.',
    failed: 'The DNS resolver of this computer gave no answer for this domain. Name servers in Banto: {stored}.',
    failed_nothing_stored:
      'The DNS resolver of this computer gave no answer for this domain, and Banto has not read its name servers. None was asked.',
  },
  reason: {
    no_address: 'No address found.',
    timeout: 'No answer in time.',
    network: 'Not reachable over the network.',
    refused: 'Refuses to answer.',
    server_failure: 'Reports an internal failure.',
    not_authoritative: 'Does not serve this domain.',
    delegated: 'Refers to the name servers of a subdomain.',
    unexpected_answer: 'The answer could not be read.',
    out_of_time: 'Not asked: the time limit of the comparison was reached.',
  } satisfies Record<NotReachableReason, string>,
}
