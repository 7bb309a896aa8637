import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { openDatabase } from '#main/store/database.ts'
import {
  archivePagingArbitrary,
  archiveStepArbitrary,
  playArchiveHistory,
} from '#test/main/api-logs/archive/play-random-log-archive-histories.ts'
import { createFigure, type Figure } from '#test/bench/bench-figures.ts'

/**
 * Plays random histories of a growing log that is read in pages. Counts the histories in which the archive is not exact
 * or a gap is not marked.
 */
export async function measureArchiveExactness(histories: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-archive-'))
  const database = openDatabase(join(folder, 'banto.db'))
  database.run(`insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'slate', '', 0)`)
  database.run(`insert into api_key (id, account_id, label, state, added_at) values ('k', 'a', 'K', 'working', 0)`)
  try {
    const { failed, seed } = await fc.check(
      fc.asyncProperty(fc.array(archiveStepArbitrary, { maxLength: 30 }), archivePagingArbitrary, (steps, options) =>
        playArchiveHistory(database, steps, options),
      ),
      { numRuns: histories },
    )
    const name = `${histories.toLocaleString('en')} histories of an archive: inexact, or with a gap that is not marked`
    return [{ ...createFigure(name, [Number(failed)], '', 0), why: `Seed ${seed}.` }]
  } finally {
    database.close()
    rmSync(folder, { recursive: true })
  }
}
