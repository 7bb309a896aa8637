import type { EndpointName } from '#shared/api/endpoints.ts'
import type { ServerStatus } from '#shared/api/server-contract-and-order-endpoints.ts'

interface DetailKindRow {
  /** The endpoint that reads the detail of one domain or server. */
  endpoint: EndpointName
  /**
   * A sync reads details that were never read in the order of these ranks, over all domains and servers of an account.
   */
  rankAmongNeverRead: number
}

interface DomainDetailKindRow extends DetailKindRow {
  /** The service returns the detail for `active` domains only (API description, section "Domain API"). */
  isActiveOnly: boolean
}

/** The details of a domain, each with its own endpoint, in the order in which the window asks for them. */
const domainDetails = {
  detail: { endpoint: 'domain.detail', rankAmongNeverRead: 4, isActiveOnly: false },
  zone: { endpoint: 'domain.dns', rankAmongNeverRead: 0, isActiveOnly: false },
  nameservers: { endpoint: 'domain.nameservers', rankAmongNeverRead: 1, isActiveOnly: true },
  whois: { endpoint: 'domain.whois', rankAmongNeverRead: 2, isActiveOnly: true },
  lock: { endpoint: 'domain.lock', rankAmongNeverRead: 3, isActiveOnly: true },
} as const satisfies Record<string, DomainDetailKindRow>

const serverDetails = {
  info: { endpoint: 'hosting.info', rankAmongNeverRead: 5 },
  usage: { endpoint: 'hosting.usage', rankAmongNeverRead: 5 },
} as const satisfies Record<string, DetailKindRow>

export type DomainDetailKind = keyof typeof domainDetails
export type ServerDetailKind = keyof typeof serverDetails

/** One detail of one domain or server. */
export type DetailRef =
  | { resourceKind: 'domain'; name: string; detailKind: DomainDetailKind }
  | { resourceKind: 'server'; name: string; detailKind: ServerDetailKind }

export const domainDetailKinds = Object.keys(domainDetails) as [DomainDetailKind, ...DomainDetailKind[]]
export const serverDetailKinds = Object.keys(serverDetails) as [ServerDetailKind, ...ServerDetailKind[]]

function rowOf(detail: DetailRef): DetailKindRow {
  return detail.resourceKind === 'domain' ? domainDetails[detail.detailKind] : serverDetails[detail.detailKind]
}

export function getEndpointOfDetail(detail: DetailRef): EndpointName {
  return rowOf(detail).endpoint
}

export function getRankAmongNeverReadDetails(detail: DetailRef): number {
  return rowOf(detail).rankAmongNeverRead
}

/** Returns true if the service returns this detail for a domain with this status. */
export function isDomainDetailAvailable(kind: DomainDetailKind, status: string): boolean {
  return status === 'active' || !domainDetails[kind].isActiveOnly
}

export function listAvailableDomainDetailKinds(status: string): DomainDetailKind[] {
  return domainDetailKinds.filter((kind) => isDomainDetailAvailable(kind, status))
}

/** For this many days, a sync does not ask again for a detail that the service refused for a lasting reason. */
export const daysBeforeRetryingRefusedDetail = 7

/** The service gives no details of a server in this status, because the server does not exist yet. */
export const serverStatusWithoutDetails = 'setup_pending' satisfies ServerStatus
