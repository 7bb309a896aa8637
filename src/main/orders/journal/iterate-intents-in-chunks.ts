import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal, JournalFilter } from './journal-interface.ts'

/**
 * Iterates over every intent that matches the filter, once, oldest first. Intents are read in chunks, and the event
 * loop runs between chunks. Writes in between do not make it skip or repeat other intents, because each chunk is
 * queried when it is due.
 */
export async function* iterateIntentsInChunks(
  journal: Pick<Journal, 'iterateInChunks'>,
  filter: Partial<JournalFilter>,
): AsyncGenerator<StoredIntent> {
  for (const intents of journal.iterateInChunks({
    accountIds: null,
    statuses: null,
    kinds: null,
    runId: null,
    text: '',
    target: null,
    from: null,
    until: null,
    ...filter,
  })) {
    yield* intents
    await yieldToEventLoop()
  }
}
