import { AppError, toWireError } from '#shared/app-error.ts'
import { isIntentOpen, storedIntentSchema, type StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { createChecksummedIntent, type ChecksummedIntent, type ParsedJournalFile } from './journal-line.ts'
import type { JournalTableContents } from './order-intent-table.ts'

/** The merged contents of both files. */
export interface MergedJournal {
  intactById: Map<string, ChecksummedIntent>
  /** Number of intents that are intact in neither file. */
  lostCount: number
  /** Damaged lines and rows whose contents are intact in neither file. */
  damagedText: Buffer[]
  /** One of the files was damaged by more than a sudden end of the app causes. */
  wasDamaged: boolean
}

/**
 * Merges both files: if both copies of an intent are intact, the copy with the higher version is valid. The newest
 * version of an open intent may be lost. The intent may then have been sent although the older version does not say so.
 * It must not be sent again. It becomes `unsettled`, and the user decides.
 */
export function mergeJournalCopies(lines: ParsedJournalFile, rows: JournalTableContents, now: number): MergedJournal {
  const intactById = new Map(rows.intactById)
  let isFileCut = false
  for (const [id, copy] of lines.intactById)
    if (copy.version >= (intactById.get(id)?.version ?? 0)) intactById.set(id, copy)
  for (const [id, { version }] of rows.intactById) isFileCut ||= version > (lines.intactById.get(id)?.version ?? 0)

  // The append-only file is written first, so the table holds nothing newer. A damaged row is doubtful only if the file
  // is damaged, too.
  const isFileSound = lines.damaged.length === 0 && !lines.isTorn && !isFileCut
  const damagedVersions = isFileSound ? new Map<string, number>() : highest(lines.damagedVersions, rows.damagedVersions)
  const unproved = [...damagedVersions].filter(([id, version]) => version > (intactById.get(id)?.version ?? 0))
  const isAnyPossiblyOutdated = mayAnyIntentBeOutdated({ lines, rows, isFileCut })
  for (const [id, copy] of intactById) {
    const doubt = damagedVersions.get(id) ?? 0
    if (doubt > copy.version || isAnyPossiblyOutdated)
      intactById.set(id, toUnsettledCopy(copy, Math.max(doubt, copy.version) + 1, now, doubt > copy.version))
  }
  return {
    intactById,
    lostCount: unproved.filter(([id]) => !intactById.has(id)).length,
    damagedText: unproved.length > 0 || isAnyPossiblyOutdated ? [...lines.damaged, ...rows.damaged] : [],
    wasDamaged: lines.damaged.length > 0 || rows.isDamaged || rows.damaged.length > 0 || isFileCut,
  }
}

/** Returns whether a newer version of an intent may have been lost and the damage does not show which intent it was. */
function mayAnyIntentBeOutdated({
  lines,
  rows,
  isFileCut,
}: {
  lines: ParsedJournalFile
  rows: JournalTableContents
  isFileCut: boolean
}): boolean {
  const { last, unidentifiedDamageEnd, isTorn } = lines
  // Rows are written after lines, in the same order. A table with the last line therefore holds all earlier lines.
  const isTableBehind =
    last === null || last.start < unidentifiedDamageEnd || (rows.intactById.get(last.id)?.version ?? 0) < last.version
  if (unidentifiedDamageEnd > 0 && (rows.isDamaged || isTableBehind)) return true
  return (isFileCut || isTorn) && rows.isDamaged
}

function highest(...all: ReadonlyMap<string, number>[]): Map<string, number> {
  const result = new Map<string, number>()
  for (const [id, version] of all.flatMap((each) => [...each])) result.set(id, Math.max(version, result.get(id) ?? 0))
  return result
}

/**
 * If nothing shows that this intent was damaged, it is changed only in the state `planned`. An intent that was sent is
 * not sent again before a reading anyway.
 */
function toUnsettledCopy(copy: ChecksummedIntent, version: number, now: number, isSure: boolean): ChecksummedIntent {
  const parsed = storedIntentSchema.safeParse(JSON.parse(copy.text.toString()))
  if (!parsed.success || !isIntentOpen(parsed.data) || (!isSure && parsed.data.state !== 'planned')) return copy
  const intent = parsed.data
  const error = toWireError(new AppError('journal_damaged', 'The newest entry about it could not be read'))
  const unsettled: StoredIntent = {
    ...intent,
    version,
    state: 'unsettled',
    hold: null,
    needsYou: true,
    nextLookAt: null,
    sendings: { ...intent.sendings, count: Math.max(1, intent.sendings.count), isUnclear: true },
    steps: [...intent.steps, { at: now, serverAt: null, state: 'unsettled', event: 'unclear', error, fact: {} }],
  }
  return createChecksummedIntent(unsettled.id, version, JSON.stringify(unsettled))
}
