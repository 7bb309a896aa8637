import { addressVersionOf, isWrongAddress } from '#shared/dns/ip-address.ts'
import { usesPriority } from '#shared/dns/record-data.ts'
import { type BehavioursOf, type Call, domainOf } from '../call.ts'
import { Refusal, refuseInput } from '../refusal.ts'
import type { DnsEntry, DomainState } from '../world.ts'

function zoneOf(call: Call<'domain.dns' | 'domain.addRecord' | 'domain.changeRecord' | 'domain.deleteRecord'>): DomainState {
  const state = domainOf(call)
  if (!state.isDnsEditable) throw new Refusal('DOMAIN_NOT_FOUND', 'The DNS of the domain is not operable')
  return state
}

/** An id that is no number, unknown or of another zone is the same: no such record. */
function recordOf(zone: DomainState, id: unknown): DnsEntry {
  const record = zone.records.get(Number(id))
  if (!record) throw new Refusal('RECORD_NOT_FOUND')
  return record
}

/**
 * A record as the service holds it: priority 0 for types other than MX and SRV, addresses in A and AAAA (section "DNS record"). The
 * description says nothing of other content, of a CNAME beside other records or at the apex, and of equal records: all of it is taken.
 */
function heldRecord(record: DnsEntry): DnsEntry {
  if (isWrongAddress(record.type, record.content)) refuseInput('content', `an IPv${addressVersionOf(record.type)} address`)
  return { ...record, priority: usesPriority(record.type) ? record.priority : 0 }
}

type DnsBehaviours = Pick<BehavioursOf<'domain'>, 'dns' | 'addRecord' | 'changeRecord' | 'deleteRecord'>

export const dns: DnsBehaviours = {
  dns: (call) => ({ records: [...zoneOf(call).records.values()] }),

  addRecord(call) {
    const zone = zoneOf(call)
    const { type, host, content, ttl, priority } = call.input
    const record = heldRecord({ id: call.world.nextRecordId(), type, host, content, ttl, priority })
    zone.records.set(record.id, record)
    return { ...record, message: 'The record was added' }
  },

  changeRecord(call) {
    const record = recordOf(zoneOf(call), call.input.dns_id)
    const { domain_name: _, dns_id: __, ...changes } = call.input
    Object.assign(record, heldRecord({ ...record, ...changes } as DnsEntry))
    return { ...record, message: 'The record was changed' }
  },

  deleteRecord(call) {
    const zone = zoneOf(call)
    zone.records.delete(recordOf(zone, call.input.dns_id).id)
    return { message: 'The record was deleted' }
  },
}
