import type { EndpointName } from '#shared/api/endpoints.ts'
import { findEndpointByLoggedPath } from '#shared/console/find-endpoint-by-logged-path.ts'
import { domainDetailKinds, type DetailRef, type DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { LoggedChange } from '#shared/ipc/change-log.ts'

/** The details that a write of a domain may change. A set or cleared lock also changes the EPP statuses in `detail`. */
const detailsByEndpoint: Partial<Record<EndpointName, readonly DomainDetailKind[]>> = {
  'domain.addRecord': ['zone'],
  'domain.changeRecord': ['zone'],
  'domain.deleteRecord': ['zone'],
  'domain.setNameservers': ['nameservers'],
  'domain.setWhois': ['whois'],
  'domain.setLock': ['lock', 'detail'],
  'domain.transfer': ['detail'],
  'domain.renew': ['detail'],
}

const detailsByChange: Partial<Record<LoggedChange['kind'], readonly DomainDetailKind[]>> = {
  add: ['zone'],
  change: ['zone'],
  delete: ['zone'],
  nameservers: ['nameservers'],
  whois: ['whois'],
  lock: ['lock', 'detail'],
}

/** Returns the kinds of details of a domain that a change of the change log may change. */
export function listDomainDetailsAffectedByChangeKind(kind: string): readonly DomainDetailKind[] {
  return detailsByChange[kind as LoggedChange['kind']] ?? []
}

/**
 * Returns the details that a call of the execution log may have changed. Only its method and path are known. A write of
 * a domain that the catalog does not know may have changed any detail of the domain. A write of a server may have
 * changed its usage. Paths without a name, such as an acquisition, name no detail; the list shows what they changed.
 */
export function findDetailsChangedByCall(method: string, path: string): DetailRef[] {
  if (method === 'GET') return []
  const endpoint = findEndpointByLoggedPath(method, path)
  const [, , area, segment = ''] = (path.split('?')[0] ?? '').split('/')
  const name = endpoint?.params.domain_name ?? endpoint?.params.servername ?? segment
  if (name === '') return []
  if (area === 'server')
    return endpoint?.name === 'server.setMemo'
      ? []
      : [{ resourceKind: 'server', name: name.toLowerCase(), detailKind: 'usage' }]
  if (area !== 'domain') return []
  const kinds = endpoint ? (detailsByEndpoint[endpoint.name] ?? []) : domainDetailKinds
  return kinds.map((detailKind) => ({ resourceKind: 'domain', name: name.toLowerCase(), detailKind }))
}
