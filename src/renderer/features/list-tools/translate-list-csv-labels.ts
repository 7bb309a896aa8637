import { domainStatuses } from '#shared/api/domain-schemas.ts'
import { serverStatuses } from '#shared/api/server-contract-and-order-endpoints.ts'
import { unknownPriceReasons } from '#shared/ipc/customers.ts'
import { listCsv } from '#renderer/text/en/list-csv.ts'

/** Headings and value texts of the CSV file of a list, in the current language. */
export function translateListCsvLabels(
  kind: 'domain' | 'server' | 'customer',
  t: (key: string) => string,
): Record<string, string> {
  return Object.fromEntries([
    ...Object.keys(listCsv.heading).map((name) => [`heading.${name}`, t(`listCsv.heading.${name}`)]),
    ...(kind === 'customer' ? translateCustomerLabels(t) : translateStatuses(kind, 'status', t)),
    ['value.on', t('common.on')],
    ['value.off', t('common.off')],
    ['match.name', t('domains.matchedName')],
    ['match.none', t('domains.matchedNowhere')],
  ])
}

function translateStatuses(kind: 'domain' | 'server', group: string, t: (key: string) => string): [string, string][] {
  const statuses: readonly string[] = kind === 'domain' ? domainStatuses : serverStatuses
  return statuses.map((status) => [`${group}.${status}`, t(`common.status.${kind}.${status}`)])
}

/** A file of a customer has rows of domains and of servers, whose statuses have separate texts. */
function translateCustomerLabels(t: (key: string) => string): [string, string][] {
  return [
    ...translateStatuses('domain', 'domainStatus', t),
    ...translateStatuses('server', 'serverStatus', t),
    ...(['domain', 'server'] as const).map((kind): [string, string] => [`kind.${kind}`, t(`customers.kind.${kind}`)]),
    ...unknownPriceReasons.map((reason): [string, string] => [`noPrice.${reason}`, t(`customers.noPrice.${reason}`)]),
  ]
}
