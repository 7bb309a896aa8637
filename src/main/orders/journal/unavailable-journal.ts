import { toWireError, type AppError } from '#shared/app-error.ts'
import type { Journal } from './journal-interface.ts'

/**
 * Used when the journal cannot be opened: no order can be placed, no order is known, and the other functions throw the
 * error.
 */
export function createUnavailableJournal(error: AppError): Journal {
  const refuse = (): Promise<never> => Promise.reject(error)
  const unknown = (): never => {
    throw error
  }
  return {
    add: refuse,
    change: refuse,
    changeAndAddSuccessor: refuse,
    get: unknown,
    listOpen: () => [],
    findOpenFor: () => undefined,
    forEachChunkOfRun: () => Promise.resolve(),
    iterateInChunks: unknown,
    page: unknown,
    countByStatus: unknown,
    health: () => ({ state: 'closed', lost: 0, error: toWireError(error) }),
    close: () => Promise.resolve(),
  }
}
