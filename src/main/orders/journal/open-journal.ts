import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, isAppError, toWireError } from '#shared/app-error.ts'
import type { OrderJournalHealth } from '#shared/ipc/order-journal-health.ts'
import type { Clock } from '#main/clock.ts'
import { renameUnusableDatabase } from '#main/store/rename-unusable-database.ts'
import { isNonEmptyFile } from '#main/store/create-and-check-database-file.ts'
import { openDatabase } from '#main/store/database.ts'
import { toDatabaseError } from '#main/store/convert-sqlite-and-file-errors.ts'
import { nodeFileSystem, type JournalFileSystem } from './journal-file-system.ts'
import { createJournalWithOpenIntentsInMemory } from './journal-with-open-intents-in-memory.ts'
import { parseJournalLines, type ChecksummedIntent } from './journal-line.ts'
import { mergeJournalCopies } from './merge-journal-copies.ts'
import { createJournalWriter } from './journal-writer.ts'
import {
  createJournalTable,
  journalMigrations,
  type JournalTable,
  type JournalTableContents,
} from './order-intent-table.ts'
import type { Journal } from './journal-interface.ts'

export interface JournalDeps {
  /** The profile folder. */
  folder: string
  clock: Pick<Clock, 'now'>
  fs?: JournalFileSystem
  openTable?: typeof openDatabase
  /** Called when the result of `state()` changes. */
  onState?: (state: OrderJournalHealth) => void
}

/**
 * The folders whose journal this process has open. POSIX drops the file locks of a process when the process closes the
 * same file elsewhere, so a file lock cannot stop a second opening in the same process. This set stops it.
 */
const openFolders = new Set<string>()
/**
 * SQLite error codes: the file is locked by another connection (busy); a generic error, which our statements cause on a
 * damaged file only.
 */
const busy = 5
const generalError = 1

const fileNames = { lines: 'orders.journal', table: 'orders.db' }

/** Returns whether the folder has any journal file. */
export function hasJournalFiles(folder: string): boolean {
  return Object.values(fileNames).some((name) => existsSync(join(folder, name)))
}

/**
 * Opens or creates the journal in `folder`. Throws `journal_locked`, `disk_full`, `database_read_only`,
 * `database_newer`, `database_failed`.
 */
export function openJournal(deps: JournalDeps): Journal {
  const folder = realpathSync(deps.folder)
  if (openFolders.has(folder)) throw journalLocked()
  openFolders.add(folder)
  try {
    return open({ ...deps, folder }, () => openFolders.delete(folder))
  } catch (error) {
    openFolders.delete(folder)
    throw error
  }
}

function open(
  { folder, clock, fs = nodeFileSystem, openTable = openDatabase, onState = () => {} }: JournalDeps,
  unlock: () => void,
): Journal {
  const path = join(folder, fileNames.lines)
  const file = readFile(fs, path)
  const lines = parseJournalLines(file)
  const { table, rows, tableRows } = readTable(
    join(folder, fileNames.table),
    openTable,
    clock.now(),
    lines.intactById.size > 0,
  )
  try {
    const { intactById, lostCount: lost, damagedText, wasDamaged } = mergeJournalCopies(lines, rows, clock.now())
    storeMissingRows(table, tableRows, intactById)
    const isWhole =
      intactById.size === lines.intactById.size &&
      [...intactById].every(([id, { sum }]) => lines.intactById.get(id)?.sum === sum)
    let reportedState: OrderJournalHealth = { state: wasDamaged ? 'recovered' : 'good', lost, error: null }
    const store = createJournalWriter({
      fs,
      path,
      table,
      size: file.length,
      liveBytes: lines.liveBytes,
      isUnsound: lines.needsRewrite || !isWhole,
      damagedText,
      now: () => clock.now(),
      onError(error) {
        const state = error ? 'failing' : wasDamaged ? 'recovered' : 'good'
        if (error === null && reportedState.error === null) return
        reportedState = { state, lost, error: error && toWireError(error) }
        onState(reportedState)
      },
    })
    return {
      ...createJournalWithOpenIntentsInMemory({ table, writer: store, readFile: () => readFile(fs, path) }),
      health: () => reportedState,
      close: () => store.close().finally(unlock),
    }
  } catch (error) {
    table.close()
    throw error
  }
}

function readFile(fs: JournalFileSystem, path: string): Buffer {
  try {
    return fs.read(path) ?? Buffer.alloc(0)
  } catch (error) {
    throw toDatabaseError(error, path)
  }
}

/**
 * Opens the table. A damaged one is moved aside and created anew. `rows`: what could be read; `tableRows`: what the
 * table holds now.
 */
function readTable(
  path: string,
  openTable: typeof openDatabase,
  now: number,
  isExpected: boolean,
): { table: JournalTable; rows: JournalTableContents; tableRows: JournalTableContents } {
  const isEmpty = !isNonEmptyFile(path)
  const openIt = () => createJournalTable(openTable(path, journalMigrations, { isExclusive: true }))
  const none: JournalTableContents = { intactById: new Map(), damagedVersions: new Map(), damaged: [], isDamaged: true }
  let rows = none
  try {
    const table = openIt()
    // The new file is written at once, so that a later empty file means a lost file.
    if (isEmpty) table.flush()
    rows = table.read()
    if (isEmpty && isExpected) return { table, rows: none, tableRows: rows }
    if (!rows.isDamaged) return { table, rows, tableRows: rows }
    table.close()
  } catch (error) {
    if (codeOf(error) === busy) throw journalLocked()
    if (
      !isAppError(error, 'database_damaged') &&
      !isAppError(error, 'database_foreign') &&
      codeOf(error) !== generalError
    )
      throw error
  }
  renameUnusableDatabase(path, now)
  const table = openIt()
  table.flush()
  return { table, rows, tableRows: none }
}

/** Saves the newest versions that the table lacks, and deletes damaged rows. */
function storeMissingRows(
  table: JournalTable,
  tableRows: JournalTableContents,
  intactById: ReadonlyMap<string, ChecksummedIntent>,
): void {
  const changes = new Map<string, ChecksummedIntent | null>()
  for (const id of tableRows.damagedVersions.keys()) changes.set(id, null)
  for (const [id, copy] of intactById) if (tableRows.intactById.get(id)?.sum !== copy.sum) changes.set(id, copy)
  if (changes.size > 0) table.save(changes)
}

function codeOf(error: unknown): number | null {
  const code = isAppError(error) ? error.details['errcode'] : null
  return typeof code === 'number' ? code & 0xff : null
}

function journalLocked(): AppError {
  return new AppError('journal_locked', 'Another Banto works on this profile')
}
