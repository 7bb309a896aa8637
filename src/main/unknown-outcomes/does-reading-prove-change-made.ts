import type { EndpointName } from '#shared/api/endpoints.ts'
import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { pickZoneRecordFields, type DnsRecordFields, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { ChangeLogEntry, LoggedChange } from '#shared/ipc/change-log.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { ReadCallResult } from '#main/api/api-client-interface.ts'
import {
  determineOutcomeOfChangeWithLostAnswer,
  type DomainPartsInReading,
} from '#main/plans/determine-lost-domain-change-outcome.ts'
import { serverChangeSpecs } from '#main/servers/all-server-change-specs.ts'

/**
 * Returns whether the reading shows that the change of the entry was made. `later`: the changes of the same domain or
 * server that Banto sent after it; one of them may have caused what the reading shows. `before`: the zone before the
 * change.
 */
export function doesReadingProveChangeMade(
  { change }: Pick<ChangeLogEntry, 'change'>,
  later: readonly LoggedChange[],
  reading: ReadCallResult<EndpointName>,
  before: readonly ZoneRecord[] | null,
): boolean {
  if (later.some((other) => mayHaveSameEffect(change, other))) return false
  if (change.kind === 'console') return false
  if (change.kind === 'server') {
    const own = serverChangeSpecs[change.operation].reading
    // Only a reading of the whole server counts. A reading with further parameters shows only a part of the server.
    const isWhole = Object.keys(reading.input).length === 1
    return (
      own?.endpoint === reading.endpoint && isWhole && own.showsLoggedChange?.(reading.data as never, change) === true
    )
  }
  const state = toReadState(reading)
  // If the zone before the change is not known, the record may be older than the change. The record then does not prove
  // the addition.
  if (state === null || (change.kind === 'add' && before === null)) return false
  return isReadBy(change, state) && determineOutcomeOfChangeWithLostAnswer(change, before ?? [], state) === 'done'
}

const nothingRead: DomainPartsInReading = { zone: null, nameservers: null, lock: null, whois: null }

/** The part of the domain that was read; null if the reading is not of a part of a domain that changes can edit. */
function toReadState({ endpoint, data }: ReadCallResult<EndpointName>): DomainPartsInReading | null {
  switch (endpoint) {
    case 'domain.dns': {
      const { records } = data as { records: ZoneRecord[] }
      return { ...nothingRead, zone: records.map(pickZoneRecordFields) }
    }
    case 'domain.nameservers':
      return { ...nothingRead, nameservers: (data as { nameservers: string[] }).nameservers }
    case 'domain.lock':
      return { ...nothingRead, lock: data as DomainPartsInReading['lock'] }
    case 'domain.whois':
      return { ...nothingRead, whois: data as DomainPartsInReading['whois'] }
    default:
      return null
  }
}

function isReadBy({ kind }: DomainChange, state: DomainPartsInReading): boolean {
  if (kind === 'nameservers' || kind === 'lock' || kind === 'whois') return state[kind] !== null
  return state.zone !== null
}

/** Returns whether `other` may have caused what a reading shows, instead of `change`. */
function mayHaveSameEffect(change: LoggedChange, other: LoggedChange): boolean {
  // A request of the console may do anything.
  if (other.kind === 'console') return true
  if (change.kind === 'server') return other.kind === 'server' && change.operation === other.operation
  const [own, others] = [recordAfter(change), recordAfter(other)]
  if (own && others) return hasSameRecordFields(own, others)
  if (change.kind === 'delete') return other.kind === 'delete' && other.before.id === change.before.id
  return change.kind === other.kind
}

function recordAfter(change: LoggedChange): DnsRecordFields | null {
  return change.kind === 'add' || change.kind === 'change' ? change.after : null
}
