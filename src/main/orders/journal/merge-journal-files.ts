import { AppError, toWireError } from '#shared/app-error.ts'
import { isIntentOpen, storedIntentSchema, type Intent } from '#main/orders/intent.ts'
import { createIntentCopy, type IntentCopy, type JournalLines } from './journal-line.ts'
import type { JournalRows } from './journal-table.ts'

/** What both files say together. */
export interface MergedJournal {
  newest: Map<string, IntentCopy>
  /** Intents that neither holds whole. */
  lost: number
  /** Damaged lines and rows, when neither file holds whole what stood there. */
  damagedText: Buffer[]
  /** One of the two was damaged, beyond what a sudden end leaves. */
  isRecovered: boolean
}

/**
 * Of two whole copies the higher version holds. Where the newest version of an open intent may be lost, the older one must not be sent (again):
 * it may have been sent already. It becomes `unsettled`, for the person to decide.
 */
export function mergeJournalFiles(lines: JournalLines, rows: JournalRows, now: number): MergedJournal {
  const newest = new Map(rows.newest)
  let isFileCut = false
  for (const [id, copy] of lines.newest) if (copy.version >= (newest.get(id)?.version ?? 0)) newest.set(id, copy)
  for (const [id, { version }] of rows.newest) isFileCut ||= version > (lines.newest.get(id)?.version ?? 0)

  // The table never holds what the file does not: a damaged row is in doubt only where the file is, too.
  const isFileSound = lines.damaged.length === 0 && !lines.isTorn && !isFileCut
  const damagedVersions = isFileSound ? new Map<string, number>() : highest(lines.damagedVersions, rows.damagedVersions)
  const unproved = [...damagedVersions].filter(([id, version]) => version > (newest.get(id)?.version ?? 0))
  const isAnyPossiblyOutdated = mayAnyIntentBeOutdated({ lines, rows, isFileCut })
  for (const [id, copy] of newest) {
    const doubt = damagedVersions.get(id) ?? 0
    if (doubt > copy.version || isAnyPossiblyOutdated) newest.set(id, toUnsettledCopy(copy, Math.max(doubt, copy.version) + 1, now, doubt > copy.version))
  }
  return {
    newest,
    lost: unproved.filter(([id]) => !newest.has(id)).length,
    damagedText: unproved.length > 0 || isAnyPossiblyOutdated ? [...lines.damaged, ...rows.damaged] : [],
    isRecovered: lines.damaged.length > 0 || rows.isDamaged || rows.damaged.length > 0 || isFileCut,
  }
}

/** Something newer than what was found may have stood in either file, and nobody can tell whose it was. */
function mayAnyIntentBeOutdated({ lines, rows, isFileCut }: { lines: JournalLines; rows: JournalRows; isFileCut: boolean }): boolean {
  const { last, unidentifiedDamageEnd, isTorn } = lines
  // Rows are written after lines and in their order: a table that holds the last line holds all that stood before it.
  const isTableBehind = last === null || last.start < unidentifiedDamageEnd || (rows.newest.get(last.id)?.version ?? 0) < last.version
  if (unidentifiedDamageEnd > 0 && (rows.isDamaged || isTableBehind)) return true
  return (isFileCut || isTorn) && rows.isDamaged
}

function highest(...all: ReadonlyMap<string, number>[]): Map<string, number> {
  const result = new Map<string, number>()
  for (const [id, version] of all.flatMap((each) => [...each])) result.set(id, Math.max(version, result.get(id) ?? 0))
  return result
}

/** Only `planned` is changed where nothing points to this very intent: what was sent is not sent again without a reading anyway. */
function toUnsettledCopy(copy: IntentCopy, version: number, now: number, isSure: boolean): IntentCopy {
  const parsed = storedIntentSchema.safeParse(JSON.parse(copy.text.toString()))
  if (!parsed.success || !isIntentOpen(parsed.data) || (!isSure && parsed.data.state !== 'planned')) return copy
  const intent = parsed.data
  const error = toWireError(new AppError('journal_damaged', 'The newest entry about it could not be read'))
  const held: Intent = {
    ...intent,
    version,
    state: 'unsettled',
    hold: null,
    needsYou: true,
    nextLookAt: null,
    sendings: { ...intent.sendings, count: Math.max(1, intent.sendings.count), isUnclear: true },
    steps: [...intent.steps, { at: now, serverAt: null, state: 'unsettled', event: 'unclear', error, fact: {} }],
  }
  return createIntentCopy(held.id, version, JSON.stringify(held))
}
