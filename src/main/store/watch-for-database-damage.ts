import { isAppError, type AppError } from '#shared/app-error.ts'
import type { Database } from './database.ts'

/**
 * Wraps the database. Calls `onDamage` once, for the first `database_damaged` error, just before the failing call
 * throws.
 */
export function watchForDatabaseDamage(database: Database, onDamage: (error: AppError) => void): Database {
  let isReported = false

  function watch<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (isAppError(error, 'database_damaged') && !isReported) {
        isReported = true
        onDamage(error)
      }
      throw error
    }
  }

  return {
    path: database.path,
    run: (sql, ...params) => watch(() => database.run(sql, ...params)),
    get: (sql, ...params) => watch(() => database.get(sql, ...params)),
    all: (sql, ...params) => watch(() => database.all(sql, ...params)),
    transaction: (work) => watch(() => database.transaction(work)),
    readTransaction: (work) => watch(() => database.readTransaction(work)),
    watchTable: (...watched) => watch(() => database.watchTable(...watched)),
    close: () => database.close(),
  }
}
