import {
  toFqdn,
  doesRecordTypeUsePriority,
  type DnsRecordFields,
  type ZoneRecord,
} from '#shared/dns/records/dns-record.ts'
import type { LoggedChange } from '#shared/ipc/change-log.ts'
import type { CompleteRecordInput } from '#shared/ipc/dns.ts'
import type { ServerChangeName } from '#shared/ipc/single-server-change-commands.ts'

/** The values of a change as texts. Null: there is no value, as before an addition. */
export interface FormattedChangeValues {
  /** The full host name. For a change of a server: the `subject` of the change. */
  host: string | null
  type: string | null
  before: string | null
  after: string | null
}

/** Texts of a registrar lock, and of other values that are on or off. */
export interface OnOffTexts {
  on: string
  off: string
}

/** `domain`: in Punycode. The Whois fields that were not sent are left out. */
export function formatChangeValues(
  domain: string,
  change: LoggedChange,
  { on, off }: OnOffTexts,
): FormattedChangeValues {
  const nameOf = ({ host, type }: ZoneRecord | CompleteRecordInput) => ({ host: toFqdn(host, domain), type })
  const formatRecord = (record: ZoneRecord | CompleteRecordInput) => formatRecordLine(domain, record)
  const onOff = (value: boolean) => (value ? on : off)
  const formatServerValue = (operation: ServerChangeName, value: string | null) =>
    operation === 'setSsh' && (value === 'on' || value === 'off') ? onOff(value === 'on') : value
  switch (change.kind) {
    case 'add':
      return { ...nameOf(change.after), before: null, after: formatRecord(change.after) }
    case 'change':
      return { ...nameOf(change.before), before: formatRecord(change.before), after: formatRecord(change.after) }
    case 'delete':
      return { ...nameOf(change.before), before: formatRecord(change.before), after: null }
    case 'nameservers':
      return { host: null, type: null, before: change.before.join(' '), after: change.after.join(' ') }
    case 'lock':
      return { host: null, type: null, before: onOff(change.before), after: onOff(change.after) }
    case 'whois':
      return { host: null, type: null, ...formatWhois(change, onOff) }
    case 'server':
      return {
        host: change.subject,
        type: null,
        before: formatServerValue(change.operation, change.before),
        after: formatServerValue(change.operation, joinRequested(change)),
      }
    case 'console':
      return { host: null, type: null, before: null, after: `${change.method} ${change.path}` }
  }
}

/** Returns the records before and after a change of a zone; none for another change. */
export function listRecordsOfChange(change: LoggedChange): DnsRecordFields[] {
  switch (change.kind) {
    case 'add':
      return [change.after]
    case 'change':
      return [change.before, change.after]
    case 'delete':
      return [change.before]
    default:
      return []
  }
}

/** Everything that was requested, whether it is proved or not. */
function joinRequested({ after, unproved }: Extract<LoggedChange, { kind: 'server' }>): string | null {
  return [after, unproved].filter((part) => part !== null).join(', ') || null
}

/** Full name, TTL, type, priority and content, in the order of a zone file. */
function formatRecordLine(
  domain: string,
  { host, ttl, type, priority, content }: ZoneRecord | CompleteRecordInput,
): string {
  return [toFqdn(host, domain), ttl, type, ...(doesRecordTypeUsePriority(type) ? [priority] : []), content].join(' ')
}

function formatWhois(
  { before, after }: Extract<LoggedChange, { kind: 'whois' }>,
  onOff: (value: boolean) => string,
): Pick<FormattedChangeValues, 'before' | 'after'> {
  const names = Object.keys(after.fields ?? {}) as (keyof NonNullable<typeof after.fields>)[]
  const format = (privacy: boolean | undefined, fields: typeof after.fields) =>
    [
      ...(after.whois_privacy === undefined || privacy === undefined ? [] : [`whois_privacy=${onOff(privacy)}`]),
      ...names.map((name) => `${name}=${fields?.[name] ?? ''}`),
    ].join('; ')
  return { before: format(before.whois_privacy, before.fields), after: format(after.whois_privacy, after.fields) }
}
