import { recordTypes, type RecordType } from '#shared/api/dns-record-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { findWhoisProblems, whoisFieldNames } from '#shared/api/whois-rules.ts'
import { doesRecordTypeUsePriority } from '#shared/dns/records/dns-record.ts'
import { findNameserverProblems, normalizeNameservers } from '#shared/dns/nameservers/nameserver-rules.ts'
import { checkRecord, normalizeRecordInput } from '#shared/dns/record-rules/check-record.ts'
import type { Idna } from '#shared/idna-interface.ts'
import type { DomainChangeCsvLineError } from './domain-change-csv-finding-codes.ts'
import { csvLineChangeKinds, type CsvLineChange } from './csv-line-change.ts'

export type CsvLineChangeProblem = Pick<DomainChangeCsvLineError, 'code' | 'values'>

/** Either part is null. */
export type ParsedCsvLineChange =
  { change: CsvLineChange; problem: null } | { change: null; problem: CsvLineChangeProblem }

/** In the order of `csvLineChangeKinds`; Whois fields have separate names. */
const kinds = csvLineChangeKinds.filter((kind) => kind !== 'whois_field')
const fieldPrefix = 'whois_'
const wholeNumber = /^\d{1,9}$/

/**
 * Reads the cells `what` and `value` of a line for a domain (Punycode). Every check that needs no state of the domain
 * is made here, so that a wrong value is reported with its line.
 */
export function parseCsvLineChange(typed: string, value: string, domain: string, idna: Idna): ParsedCsvLineChange {
  const what = typed.toLowerCase()
  const field = whoisFieldNames.find((name) => what === `${fieldPrefix}${name}`)
  if (field) {
    const [problem] = findWhoisProblems({ [field]: value }, false)
    return problem ? refuse(problem.code, { field }) : accept({ kind: 'whois_field', field, value })
  }
  const kind = kinds.find((known) => known === what)
  if (!kind) return refuse('csvUnknownChange', { what: typed, known: kinds.join(', ') })
  if (value === '') return refuse('csvValueMissing', { what })
  switch (kind) {
    case 'add':
    case 'replace':
      return parseRecord(kind, value, domain, idna)
    case 'remove':
      return parseRemoval(value, idna)
    case 'ttl':
      return parseTtl(value, idna)
    case 'nameservers': {
      const nameservers = normalizeNameservers(value.split(/[\s,;]+/), idna)
      const [problem] = findNameserverProblems(nameservers, idna)
      return problem ? refuse(problem.code, problem.values) : accept({ kind, nameservers })
    }
    case 'lock':
    case 'whois_privacy': {
      const isOn = { on: true, off: false }[value.toLowerCase()]
      return isOn === undefined ? refuse('csvNotOnOrOff', { value }) : accept({ kind, isOn })
    }
  }
}

function accept(change: CsvLineChange): ParsedCsvLineChange {
  return { change, problem: null }
}

function refuse(code: CsvLineChangeProblem['code'], values: CsvLineChangeProblem['values']): ParsedCsvLineChange {
  return { change: null, problem: { code, values } }
}

/** Host, TTL, type, and the rest is the content. The priority is before the content. */
function splitRecord(value: string) {
  const [, host, ttlText, typed, rest = ''] = /^(\S+)\s+(?:(\d+)\s+)?([A-Za-z]+)(?:\s+(.*))?$/su.exec(value) ?? []
  if (host === undefined || typed === undefined) return null
  const type = findType(typed)
  const [, priorityText, target = ''] =
    (type && doesRecordTypeUsePriority(type) ? /^(\d{1,5})\s+(.*)$/su.exec(rest) : null) ?? []
  return { host, ttlText, typed, type, priorityText, content: priorityText === undefined ? rest : target }
}

function findType(typed: string): RecordType | undefined {
  return recordTypes.find((known) => known === typed.toUpperCase())
}

function refuseType(typed: string): ParsedCsvLineChange {
  return refuse('csvRecordType', { type: typed, known: recordTypes.join(', ') })
}

function parseRecord(kind: 'add' | 'replace', value: string, domain: string, idna: Idna): ParsedCsvLineChange {
  const parts = splitRecord(value)
  if (!parts) return refuse('csvInvalidRecord', { value })
  const { host, ttlText, typed, type, priorityText, content } = parts
  if (!type) return refuseType(typed)
  if (content === '' || (doesRecordTypeUsePriority(type) && priorityText === undefined))
    return refuse('csvInvalidRecord', { value })
  const { dnsTtl, dnsPriority } = requestFieldRules
  const ttl = ttlText === undefined ? null : Number(ttlText)
  const priority = priorityText === undefined ? dnsPriority.default : Number(priorityText)
  const record = normalizeRecordInput({ type, host, content, ttl: ttl ?? dnsTtl.default, priority }, idna)
  const problem = checkRecord(record, null, { domain, zone: null, idna }).find(({ severity }) => severity === 'error')
  // An error is never one of the codes of warnings.
  if (problem) return refuse(problem.code as CsvLineChangeProblem['code'], problem.values)
  return accept({ kind, type, host: record.host, content: record.content, ttl, priority })
}

function parseRemoval(value: string, idna: Idna): ParsedCsvLineChange {
  const parts = splitRecord(value)
  if (!parts || parts.ttlText !== undefined) return refuse('csvRemovalForm', { value })
  if (!parts.type) return refuseType(parts.typed)
  const { type } = parts
  const { host, content } = normalizeRecordInput(
    { type, host: parts.host, content: parts.content, ttl: null, priority: null },
    idna,
  )
  return accept({ kind: 'remove', type, host, content: content === '' ? null : content })
}

function parseTtl(value: string, idna: Idna): ParsedCsvLineChange {
  const parts = value.split(/\s+/u)
  const seconds = parts.pop() ?? ''
  const [host, typed] = parts
  if (!wholeNumber.test(seconds) || (parts.length !== 0 && parts.length !== 2)) return refuse('csvTtlForm', { value })
  const { min, max } = requestFieldRules.dnsTtl
  const ttl = Number(seconds)
  if (ttl < min || ttl > max) return refuse('ttl', { min, max })
  if (host === undefined || typed === undefined) return accept({ kind: 'ttl', ttl, type: null, host: null })
  const type = findType(typed)
  if (!type) return refuseType(typed)
  const record = normalizeRecordInput({ type, host, content: '', ttl, priority: null }, idna)
  return accept({ kind: 'ttl', ttl, type, host: record.host })
}
