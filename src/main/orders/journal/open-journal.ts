import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, isAppError, toWireError } from '#shared/errors.ts'
import type { JournalState } from '#shared/ipc/orders.ts'
import type { Clock } from '#main/clock.ts'
import { hasContent, setDatabaseAside } from '#main/store/database-file.ts'
import { openDatabase } from '#main/store/database.ts'
import { toDatabaseError } from '#main/store/sqlite-errors.ts'
import { nodeFiles, type JournalFiles } from './journal-files.ts'
import { createIntents } from './journal-intents.ts'
import { readLines, type Copy } from './journal-line.ts'
import { mergeCopies } from './journal-merge.ts'
import { createJournalStore } from './journal-store.ts'
import { createJournalTable, journalMigrations, type JournalTable, type Rows } from './journal-table.ts'
import type { Journal } from './journal.ts'

export interface JournalDeps {
  /** The profile's. */
  folder: string
  clock: Pick<Clock, 'now'>
  fs?: JournalFiles
  openTable?: typeof openDatabase
  /** Called when `state()` is another. */
  onState?: (state: JournalState) => void
}

/** POSIX gives the locks of a process up when it closes the file anywhere else: within one process this set is the lock. */
const openFolders = new Set<string>()
/** SQLite's codes: held by another; and what a sound file never gives for our own statements. */
const busy = 5
const generalError = 1

const fileNames = { lines: 'orders.journal', table: 'orders.db' }

/** Whether orders were ever recorded in `folder`, or the files made for them. */
export function hasOrderRecords(folder: string): boolean {
  return Object.values(fileNames).some((name) => existsSync(join(folder, name)))
}

/** Opens or makes the journal in `folder`. Throws journal_locked, disk_full, database_read_only, database_newer, database_failed. */
export function openJournal(deps: JournalDeps): Journal {
  const folder = realpathSync(deps.folder)
  if (openFolders.has(folder)) throw locked()
  openFolders.add(folder)
  try {
    return open({ ...deps, folder }, () => openFolders.delete(folder))
  } catch (error) {
    openFolders.delete(folder)
    throw error
  }
}

function open({ folder, clock, fs = nodeFiles, openTable = openDatabase, onState = () => {} }: JournalDeps, unlock: () => void): Journal {
  const path = join(folder, fileNames.lines)
  const file = readFile(fs, path)
  const lines = readLines(file)
  const { table, rows, kept } = readTable(join(folder, fileNames.table), openTable, clock.now(), lines.newest.size > 0)
  try {
    const { newest, lost, aside, isRecovered } = mergeCopies(lines, rows, clock.now())
    bring(table, kept, newest)
    const isWhole = newest.size === lines.newest.size && [...newest].every(([id, { sum }]) => lines.newest.get(id)?.sum === sum)
    let told: JournalState = { state: isRecovered ? 'recovered' : 'good', lost, error: null }
    const store = createJournalStore({
      fs,
      path,
      table,
      size: file.length,
      liveBytes: lines.liveBytes,
      isUnsound: lines.needsRewrite || !isWhole,
      aside,
      now: () => clock.now(),
      onError(error) {
        const state = error ? 'failing' : isRecovered ? 'recovered' : 'good'
        if (error === null && told.error === null) return
        told = { state, lost, error: error && toWireError(error) }
        onState(told)
      },
    })
    return { ...createIntents({ table, store, readFile: () => readFile(fs, path) }), state: () => told, close: () => store.close().finally(unlock) }
  } catch (error) {
    table.close()
    throw error
  }
}

function readFile(fs: JournalFiles, path: string): Buffer {
  try {
    return fs.read(path) ?? Buffer.alloc(0)
  } catch (error) {
    throw toDatabaseError(error, path)
  }
}

/** The table, made anew beside what was damaged; `rows`: what could be read; `kept`: what the table holds now. */
function readTable(path: string, openTable: typeof openDatabase, now: number, isExpected: boolean): { table: JournalTable; rows: Rows; kept: Rows } {
  const isEmpty = !hasContent(path)
  const openIt = () => createJournalTable(openTable(path, journalMigrations, { isExclusive: true }))
  const none: Rows = { newest: new Map(), doubts: new Map(), damaged: [], isDamaged: true }
  let rows = none
  try {
    const table = openIt()
    // From now on an empty file is one that was lost.
    if (isEmpty) table.flush()
    rows = table.read()
    if (isEmpty && isExpected) return { table, rows: none, kept: rows }
    if (!rows.isDamaged) return { table, rows, kept: rows }
    table.close()
  } catch (error) {
    if (codeOf(error) === busy) throw locked()
    if (!isAppError(error, 'database_damaged') && !isAppError(error, 'database_foreign') && codeOf(error) !== generalError) throw error
  }
  setDatabaseAside(path, now)
  const table = openIt()
  table.flush()
  return { table, rows, kept: none }
}

/** Writes into the table what it does not hold. */
function bring(table: JournalTable, kept: Rows, newest: ReadonlyMap<string, Copy>): void {
  const changes = new Map<string, Copy | null>()
  for (const id of kept.doubts.keys()) changes.set(id, null)
  for (const [id, copy] of newest) if (kept.newest.get(id)?.sum !== copy.sum) changes.set(id, copy)
  if (changes.size > 0) table.save(changes)
}

function codeOf(error: unknown): number | null {
  const code = isAppError(error) ? error.details['errcode'] : null
  return typeof code === 'number' ? code & 0xff : null
}

function locked(): AppError {
  return new AppError('journal_locked', 'Another Banto works on this profile')
}
