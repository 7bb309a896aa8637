import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import type { DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { Domain } from '#shared/ipc/inventory.ts'

/** Error codes that mean that the domain does not have this detail: the answer is shown, but nothing failed. */
const codesOfDetailNotOffered: Partial<Record<DomainDetailKind, ServiceErrorCode>> = {
  whois: 'WHOIS_NOT_EDITABLE',
  zone: 'DOMAIN_NOT_FOUND',
}

type DetailErrors = Record<DomainDetailKind, Pick<Domain[DomainDetailKind], 'error'>>

/** Returns true if the last answer says that the domain does not have the detail. */
export function isDetailNotOffered(domain: DetailErrors, kind: DomainDetailKind): boolean {
  const code = domain[kind].error?.code
  return code !== undefined && code === codesOfDetailNotOffered[kind]
}
