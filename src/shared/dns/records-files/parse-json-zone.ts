import { z } from 'zod'
import { createRecordsAndFindingsCollector, type ParseRecordsFileOptions } from './records-and-findings-collector.ts'
import { createCsvJsonRecordCollector } from './csv-json-record-collector.ts'
import type { RecordsAndFindings } from './records-and-findings.ts'
import { recordsFileLimits } from './records-file-limits.ts'

const numberSchema = z.union([z.number(), z.string()]).nullish()
const recordSchema = z.looseObject({
  type: z.string(),
  host: z.string().nullish(),
  content: z.string(),
  ttl: numberSchema,
  priority: numberSchema,
})

const recordsPerSlice = 200
/**
 * Maximum depth of the JSON. Records need three levels, and parsing many levels takes several times as long as parsing
 * the same length flat.
 */
const maxDepth = 20

/**
 * Reads records as the service answers them, `{"records": […]}`, or a list of records. IDs are ignored. The line of a
 * finding is the place of the record in the list. The generator yields between slices of its work.
 */
export function* parseJsonZone(file: string, options: ParseRecordsFileOptions): Generator<void, RecordsAndFindings> {
  const collector = createRecordsAndFindingsCollector(options)
  const records = createCsvJsonRecordCollector(collector)
  const list = file.length > recordsFileLimits.jsonCharacters ? null : parseList(file.replace(/^\ufeff/, ''))
  const whole = { line: 1, text: file.slice(0, 1000) }
  if (file.length > recordsFileLimits.jsonCharacters)
    collector.addFinding('tooLarge', whole, { max: recordsFileLimits.jsonCharacters })
  else if (list === null) collector.addFinding('jsonForm', whole)
  for (const [index, item] of (list ?? []).entries()) {
    if (collector.isStopped) break
    if (index > 0 && index % recordsPerSlice === 0) yield
    const parsed = recordSchema.safeParse(item)
    const place = { line: index + 1, text: JSON.stringify(item) }
    if (!parsed.success) {
      collector.addFinding('jsonRecordForm', place, { field: parsed.error.issues[0]?.path.join('.') ?? '' })
      continue
    }
    const { type, host, content, ttl, priority } = parsed.data
    const textOf = (value: number | string | null | undefined) =>
      value === undefined || value === null ? null : String(value)
    records.addRecord({ type, host: host ?? null, content, ttl: textOf(ttl), priority: textOf(priority) }, place)
  }
  records.addFindingsAboutDefaults()
  return collector.finish()
}

function parseList(file: string): unknown[] | null {
  if (isTooDeep(file)) return null
  try {
    const parsed = JSON.parse(file) as unknown
    const list = typeof parsed === 'object' && parsed !== null && 'records' in parsed ? parsed.records : parsed
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

/** Returns true if more brackets are open at one place than records need. */
function isTooDeep(file: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < file.length; at += 1) {
    const letter = file[at]
    if (isQuoted) {
      if (letter === '\\') at += 1
      else if (letter === '"') isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === '[' || letter === '{') depth += 1
    else if (letter === ']' || letter === '}') depth -= 1
    if (depth > maxDepth) return true
  }
  return false
}
