import { requestFieldRules } from '#shared/api/service-limits.ts'
import { doesRecordTypeUsePriority, type RecordField } from '#shared/dns/records/dns-record.ts'
import type { RecordsFileEntryPosition, RecordsAndFindingsCollector } from './records-and-findings-collector.ts'

/** Where a default was first assumed, and the number of records for which it was assumed. */
interface Assumption {
  place: RecordsFileEntryPosition
  n: number
}

export interface CsvJsonRecordCollector {
  /** Takes one record of a CSV or JSON file. Missing values are null. */
  addRecord(fields: Record<RecordField, string | null>, place: RecordsFileEntryPosition): void
  /** Adds the findings about what was assumed. */
  addFindingsAboutDefaults(): void
}

/** Adds records of a CSV or JSON file to a collector. Missing numbers get the service's defaults. */
export function createCsvJsonRecordCollector(collector: RecordsAndFindingsCollector): CsvJsonRecordCollector {
  const assumed: Partial<Record<'ttlAssumed' | 'priorityAssumed', Assumption>> = {}

  function assume(code: 'ttlAssumed' | 'priorityAssumed', place: RecordsFileEntryPosition): void {
    assumed[code] ??= { place, n: 0 }
    assumed[code].n += 1
  }

  /** The number in a cell; the default for a missing one; null if the cell contains no whole number. */
  function readNumber(text: string | null, preset: number, onMissing: () => void): number | null {
    if (text === null || text.trim() === '') {
      onMissing()
      return preset
    }
    return /^-?\d+$/.test(text.trim()) ? Number(text) : null
  }

  return {
    addRecord(fields, place) {
      const codes: (keyof typeof assumed)[] = []
      const type = (fields.type ?? '').trim().toUpperCase()
      const ttl = readNumber(fields.ttl, requestFieldRules.dnsTtl.default, () => codes.push('ttlAssumed'))
      const priority = readNumber(fields.priority, requestFieldRules.dnsPriority.default, () => {
        if (doesRecordTypeUsePriority(type)) codes.push('priorityAssumed')
      })
      if (ttl === null) return collector.addFinding('numberForm', place, { field: 'ttl', value: shown(fields.ttl) })
      if (priority === null)
        return collector.addFinding('numberForm', place, { field: 'priority', value: shown(fields.priority) })
      const host = (fields.host ?? '').trim()
      const record = { type, host: host === '' ? '@' : host, content: fields.content ?? '', ttl, priority }
      if (collector.addRecord(record, place)) for (const code of codes) assume(code, place)
    },
    addFindingsAboutDefaults() {
      const { ttlAssumed, priorityAssumed } = assumed
      if (ttlAssumed)
        collector.addFinding('ttlAssumed', ttlAssumed.place, { ttl: requestFieldRules.dnsTtl.default, n: ttlAssumed.n })
      if (priorityAssumed)
        collector.addFinding('priorityAssumed', priorityAssumed.place, {
          priority: requestFieldRules.dnsPriority.default,
          n: priorityAssumed.n,
        })
    },
  }
}

function shown(text: string | null): string {
  return (text ?? '').slice(0, 40)
}
