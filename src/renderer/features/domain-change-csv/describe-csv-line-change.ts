import type { CsvLineChange } from '#shared/domain-change-csv/csv-line-change.ts'
import { doesRecordTypeUsePriority } from '#shared/dns/records/dns-record.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** Says what a line of a CSV file changes, and the value. */
export function describeCsvLineChange(change: CsvLineChange, t: Translate): { kind: string; value: string } {
  const kind = t(`csvChanges.kind.${change.kind}`, {
    ...(change.kind === 'whois_field' && { field: t(`domains.whois.field.${change.field}`) }),
  })
  return { kind, value: valueOf(change, t) }
}

function valueOf(change: CsvLineChange, t: Translate): string {
  switch (change.kind) {
    case 'add':
    case 'replace': {
      const { type, host, content, priority, ttl } = change
      const record = `${type} ${host} ${doesRecordTypeUsePriority(type) ? `${priority} ` : ''}${content}`
      return ttl === null ? record : `${record} · ${t('csvChanges.ttl', { n: ttl })}`
    }
    case 'remove': {
      const { type, host, content } = change
      return content === null ? t('csvChanges.allOfHost', { type, host }) : `${type} ${host} ${content}`
    }
    case 'ttl': {
      const { ttl: n, type, host } = change
      return type === null ? t('csvChanges.ttlOfAll', { n }) : t('csvChanges.ttlOfHost', { n, type, host })
    }
    case 'nameservers':
      return change.nameservers.join(', ')
    case 'lock':
    case 'whois_privacy':
      return t(`common.${change.isOn ? 'on' : 'off'}`)
    case 'whois_field':
      return change.value === '' ? t('csvChanges.emptyValue') : change.value
  }
}
