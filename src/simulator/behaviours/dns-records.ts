import { getIpVersionForRecordType, isWrongIpForRecordType } from '#shared/ip-address.ts'
import { doesRecordTypeUsePriority } from '#shared/dns/records/dns-record.ts'
import type { AreaBehaviours, EndpointCall } from '#simulator/endpoint-call.ts'
import { requireDomainInPath } from './require-domain-or-server-in-path.ts'
import { ErrorResponse, throwValidationError } from '#simulator/error-response.ts'
import type { SimulatedDnsRecord, SimulatedDomain } from '#simulator/world-state.ts'

function requireEditableZone(
  call: EndpointCall<'domain.dns' | 'domain.addRecord' | 'domain.changeRecord' | 'domain.deleteRecord'>,
): SimulatedDomain {
  const state = requireDomainInPath(call)
  if (!state.isDnsEditable) throw new ErrorResponse('DOMAIN_NOT_FOUND', 'The DNS of the domain is not operable')
  return state
}

/** Throws the same error for an ID that is not a number, is unknown or belongs to another zone: no such record. */
function requireRecord(zone: SimulatedDomain, id: unknown): SimulatedDnsRecord {
  const record = zone.records.get(Number(id))
  if (!record) throw new ErrorResponse('RECORD_NOT_FOUND')
  return record
}

/**
 * A record as the service stores it: priority 0 for types other than MX and SRV (API description, section "DNS
 * record"). The content of A and AAAA is an address by the definition of these types (RFC 1035, section 3.4.1; RFC
 * 3596), so other content is invalid input. The description has no rules for other content, for a CNAME beside other
 * records or at the apex, or for equal records: all are accepted.
 */
function toStoredRecord(record: SimulatedDnsRecord): SimulatedDnsRecord {
  if (isWrongIpForRecordType(record.type, record.content))
    throwValidationError('content', `an IPv${getIpVersionForRecordType(record.type)} address`)
  return { ...record, priority: doesRecordTypeUsePriority(record.type) ? record.priority : 0 }
}

type DnsBehaviours = Pick<AreaBehaviours<'domain'>, 'dns' | 'addRecord' | 'changeRecord' | 'deleteRecord'>

export const dnsBehaviours: DnsBehaviours = {
  dns: (call) => ({ records: [...requireEditableZone(call).records.values()] }),

  addRecord(call) {
    const zone = requireEditableZone(call)
    const { type, host, content, ttl, priority } = call.input
    const record = toStoredRecord({ id: call.world.nextRecordId(), type, host, content, ttl, priority })
    zone.records.set(record.id, record)
    return { ...record, message: 'The record was added' }
  },

  changeRecord(call) {
    const record = requireRecord(requireEditableZone(call), call.input.dns_id)
    const { domain_name: _, dns_id: __, ...changes } = call.input
    Object.assign(record, toStoredRecord({ ...record, ...changes } as SimulatedDnsRecord))
    return { ...record, message: 'The record was changed' }
  },

  deleteRecord(call) {
    const zone = requireEditableZone(call)
    zone.records.delete(requireRecord(zone, call.input.dns_id).id)
    return { message: 'The record was deleted' }
  },
}
