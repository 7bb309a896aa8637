import { toWireError, type AppError } from '#shared/errors.ts'
import type { Journal } from './journal.ts'

/** In place of a journal that cannot be opened: nothing can be bought, and everything that asks is told why. */
export function closedJournal(error: AppError): Journal {
  const refuse = (): Promise<never> => Promise.reject(error)
  return {
    add: refuse,
    change: refuse,
    replace: refuse,
    get: () => undefined,
    open: () => [],
    openFor: () => undefined,
    ofRun: () => Promise.resolve(),
    slices: () => [],
    page: (_, { offset }) => ({ rows: [], total: 0, offset }),
    counts: () => ({ total: 0, needsYou: 0, byState: [] }),
    state: () => ({ state: 'failing', lost: 0, error: toWireError(error) }),
    close: () => Promise.resolve(),
  }
}
