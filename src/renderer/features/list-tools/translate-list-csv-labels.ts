import { domainStatuses } from '#shared/api/domain-schemas.ts'
import { serverStatuses } from '#shared/api/server-endpoints.ts'
import { listCsv } from '#renderer/text/en/list-csv.ts'

/** Headings and value texts of the CSV file of a list, in the current language. */
export function translateListCsvLabels(kind: 'domain' | 'server', t: (key: string) => string): Record<string, string> {
  const statuses: readonly string[] = kind === 'domain' ? domainStatuses : serverStatuses
  return Object.fromEntries([
    ...Object.keys(listCsv.heading).map((name) => [`heading.${name}`, t(`listCsv.heading.${name}`)]),
    ...statuses.map((status) => [`status.${status}`, t(`common.status.${kind}.${status}`)]),
    ['value.on', t('common.on')],
    ['value.off', t('common.off')],
  ])
}
