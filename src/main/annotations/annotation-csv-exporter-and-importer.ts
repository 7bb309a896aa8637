import { AppError } from '#shared/app-error.ts'
import { getCustomerComparisonKey } from '#shared/customer-name-rules.ts'
import { decodeTextFile } from '#shared/decode-text-file.ts'
import {
  annotationCsvColumns,
  annotationCsvLimits,
  maxPreviewedAnnotationCsvRows,
  type AnnotationCsvChange,
  type AnnotationCsvPreview,
} from '#shared/ipc/tag-customer-and-note-csv-commands.ts'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { getTagComparisonKey } from '#shared/tag-rules.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { runYieldingToEventLoop } from '#main/event-loop/chunked-work.ts'
import { formatCsv } from '#main/format-csv.ts'
import { idna } from '#main/node-idna.ts'
import type { Database } from '#main/store/database.ts'
import { queryAnnotation, parseTagsJson, saveAnnotation } from './query-and-save-annotation.ts'
import { parseAnnotationCsv, type AnnotationCsvContent, type AnnotationTargetFinder } from './parse-annotation-csv.ts'

export interface AnnotationCsvDeps {
  database: Database
  clock: Pick<Clock, 'now'>
  newId: () => string
  emit: EmitEvent
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
  chooseAndReadFile: (
    extensions: string[],
    maxBytes: number,
  ) => Promise<{ name: string; bytes: Uint8Array | null } | null>
}

/**
 * Exports tags, customers and notes to a CSV file, and imports them. The user sees the changes of a file before they
 * are made.
 */
export interface AnnotationCsvExporterAndImporter {
  /** Returns the path; null when the user closed the dialog. */
  export(): Promise<string | null>
  preview(): Promise<AnnotationCsvPreview | null>
  /** Returns the number of changed domains and servers. Throws `not_found`, `conflict`. */
  import(importId: string): number
}

export function createAnnotationCsvExporterAndImporter({
  database,
  clock,
  newId,
  emit,
  choosePathAndSaveFile,
  chooseAndReadFile,
}: AnnotationCsvDeps): AnnotationCsvExporterAndImporter {
  let pending: { importId: string; changes: AnnotationCsvChange[] } | null = null
  return {
    async export() {
      const rows = database.all<{ label: string; name: string; tags: string; customer: string; note: string }>(
        `select a.label, n.name, n.tags, n.customer, n.note from annotation n join account a on a.id = n.account_id order by a.label, n.name`,
      )
      const lines = rows.map(({ label, name, tags, customer, note }) => [
        label,
        name,
        parseTagsJson(tags).join(', '),
        customer,
        note,
      ])
      return choosePathAndSaveFile(
        `banto-tags-${formatJapanDate(clock.now())}.csv`,
        await formatCsv([[...annotationCsvColumns], ...lines]),
      )
    },
    async preview() {
      const file = await chooseAndReadFile(['csv', 'txt', 'tsv'], annotationCsvLimits.bytes)
      if (file === null) return null
      const content = await readFile(file.bytes)
      const changes = content.rows.filter(({ before, after }) => !isSame(before, after))
      pending = { importId: newId(), changes }
      return {
        importId: pending.importId,
        fileName: file.name,
        changed: changes.length,
        unchanged: content.rows.length - changes.length,
        losing: changes.filter(losesWords).length,
        left: content.findings.length,
        cutOff: content.cutOff,
        changes: changes.slice(0, maxPreviewedAnnotationCsvRows),
        findings: content.findings.slice(0, maxPreviewedAnnotationCsvRows),
      }
    },
    import(importId) {
      if (pending?.importId !== importId) throw new AppError('not_found', 'Another file was read in the meantime')
      const { changes } = pending
      database.transaction(() => {
        for (const { target, before, after } of changes) {
          if (!isStored(database, target) || !isSame(queryAnnotation(database, target), before))
            throw new AppError('conflict', 'Tags, customers or notes have changed since the file was read')
          saveAnnotation(database, target, after)
        }
      })
      pending = null
      emit('inventory.changed', { accountId: null, domain: null })
      emit('annotations.changed', {})
      return changes.length
    },
  }

  async function readFile(bytes: Uint8Array | null): Promise<AnnotationCsvContent> {
    if (bytes === null) return { rows: [], findings: [], cutOff: { line: 1, text: '', problem: 'tooLarge' } }
    const { text } = await runYieldingToEventLoop(decodeTextFile(bytes))
    const content = await runYieldingToEventLoop(parseAnnotationCsv(text, createLookup(database)))
    return { ...content, rows: content.rows.map(createSpellingReplacer(database)) }
  }
}

/** The account may have been removed or merged since the preview. */
function isStored(database: Database, { kind, accountId, name }: AnnotationTarget): boolean {
  return database.get(`select 1 from ${kind} where account_id = ? and name = ?`, accountId, name) !== undefined
}

function createLookup(database: Database): AnnotationTargetFinder {
  const ids = new Map<string, string[]>()
  for (const { id, label } of database.all<{ id: string; label: string }>('select id, label from account'))
    ids.set(label.trim(), [...(ids.get(label.trim()) ?? []), id])
  return {
    hasAccount: (label) => ids.has(label),
    find(name, account) {
      const ascii = idna.toAscii(name.replace(/\.$/u, '')).toLowerCase()
      const found = database.all<AnnotationTarget>(
        `select 'domain' as kind, account_id as "accountId", name from domain where name = ?1
         union all select 'server', account_id, name from server where name in (?1, ?2)`,
        ascii,
        name,
      )
      return account === '' ? found : found.filter(({ accountId }) => ids.get(account)?.includes(accountId))
    },
    annotationOf: (target) => queryAnnotation(database, target),
  }
}

/** Gives tags and customers the spelling that is stored, or that the file has first. */
function createSpellingReplacer(database: Database): (row: AnnotationCsvChange) => AnnotationCsvChange {
  const listSpellings = (table: 'tag' | 'customer') =>
    new Map(
      database
        .all<{ key: string; label: string }>(`select key, label from ${table}`)
        .map(({ key, label }) => [key, label]),
    )
  const tags = listSpellings('tag')
  const customers = listSpellings('customer')
  const findSpelling = (spellings: Map<string, string>, key: string, given: string): string => {
    const known = spellings.get(key) ?? given
    spellings.set(key, known)
    return known
  }
  return ({ after, ...row }) => ({
    ...row,
    after: {
      ...after,
      tags: after.tags.map((tag) => findSpelling(tags, getTagComparisonKey(tag), tag)),
      customer: findSpelling(customers, getCustomerComparisonKey(after.customer), after.customer),
    },
  })
}

function isSame(one: AnnotationCsvChange['before'], other: AnnotationCsvChange['before']): boolean {
  return isSameCustomer(one, other) && one.note === other.note && sortedKeys(one.tags) === sortedKeys(other.tags)
}

function losesWords({ before, after }: AnnotationCsvChange): boolean {
  const kept = new Set(after.tags.map(getTagComparisonKey))
  return (
    !after.note.includes(before.note.trim()) ||
    (before.customer !== '' && !isSameCustomer(before, after)) ||
    before.tags.some((tag) => !kept.has(getTagComparisonKey(tag)))
  )
}

function isSameCustomer(one: AnnotationCsvChange['before'], other: AnnotationCsvChange['before']): boolean {
  return getCustomerComparisonKey(one.customer) === getCustomerComparisonKey(other.customer)
}

function sortedKeys(tags: readonly string[]): string {
  return tags.map(getTagComparisonKey).sort().join('\n')
}
