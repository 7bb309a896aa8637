import type { Database } from '#main/store/database.ts'

/** Pages of 4 KB per step, which takes a few milliseconds. */
const pagesPerStep = 16

/**
 * Merges a few pages of the full-text index, if it has enough segments of one size. Every transaction that changes
 * indexed texts adds a segment, and a search reads all of them. Call it after each such transaction, and yield to the
 * event loop between many.
 */
export function mergeSearchIndexSegments(database: Database): void {
  database.run(`insert into search (search, rank) values ('merge', ?)`, pagesPerStep)
}
