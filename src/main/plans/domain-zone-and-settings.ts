import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import { isOrganizationalTypeJpDomain } from '#shared/get-tld-and-detect-jp-domains.ts'
import { isRegistrarSwitchInProgress } from '#shared/is-registrar-switch-in-progress.ts'

/** The zone and the settings of a domain, from which its changes are computed. A part that was not read is null. */
export interface DomainZoneAndSettings {
  /** Punycode. */
  name: string
  status: string
  /** When the list that `status` is from was read. */
  listReadAt: number
  zone: ZoneRecord[] | null
  nameservers: string[] | null
  lock: Domain['lock']['data']
  whois: Domain['whois']['data']
  /** For each setting, whether a switch of the registrar prevents its change. */
  isRegistrarSwitchInProgress: Readonly<Record<'whois' | 'lock', boolean>>
  /** False when the service said that the Whois of the domain cannot be changed. */
  isWhoisEditable: boolean
  /** The message of the service with that refusal. */
  whoisRefusal?: string | undefined
  /** The service's name servers; empty when they are not known. */
  serviceNameservers: string[]
}

const whoisNotEditableCode: ServiceErrorCode = 'WHOIS_NOT_EDITABLE'

export function toDomainZoneAndSettings(domain: Domain): DomainZoneAndSettings {
  const { row, zone, nameservers, lock, whois, serviceNameservers } = domain
  return {
    name: row.name,
    status: row.status,
    listReadAt: row.readAt,
    zone: zone.data,
    nameservers: nameservers.data?.nameservers ?? null,
    lock: lock.data,
    whois: whois.data,
    isRegistrarSwitchInProgress: {
      whois: isRegistrarSwitchInProgress('whois', domain),
      lock: isRegistrarSwitchInProgress('lock', domain),
    },
    isWhoisEditable: !isOrganizationalTypeJpDomain(row.name) && whois.error?.code !== whoisNotEditableCode,
    whoisRefusal: whois.error?.code === whoisNotEditableCode ? whois.error.serviceMessage : undefined,
    serviceNameservers,
  }
}
