import type {
  OrderIntentFilter,
  orderIntentSortKeys,
  StoredOrderIntentState,
  ShownOrderStatus,
} from '#shared/ipc/order-intent-schemas.ts'
import type { OrderJournalHealth } from '#shared/ipc/order-journal-health.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'

/**
 * `errorCode`: the service's code of a refused order. `ids`: the intents that wait for something; the journal itself
 * does not know that.
 */
export interface JournalFilter extends Omit<OrderIntentFilter, 'waitsFor'> {
  ids?: readonly string[] | null
  states?: readonly StoredOrderIntentState[]
  errorCode?: string
}

/** Filter of the counts by status. An omitted field matches all intents. */
export type IntentCountFilter = Partial<Pick<JournalFilter, 'accountIds' | 'kinds' | 'runId' | 'text' | 'ids'>>

/** `accountLabels`: the current labels by account ID. Orders of other accounts sort by the label stored with them. */
export interface IntentPageQuery {
  sort: (typeof orderIntentSortKeys)[number] | 'settledAt'
  isDescending: boolean
  offset: number
  limit: number
  accountLabels?: ReadonlyMap<string, string>
}

export type IntentChangesById = ReadonlyMap<string, (intent: StoredIntent) => StoredIntent>

/**
 * Stores every intent in two files of the profile folder: an append-only file, synced (fdatasync) before a write
 * resolves, and a SQLite file for queries. Rows and lines carry checksums. If both copies of an intent are intact, the
 * copy with the higher version is valid. Writes that wait together share one fdatasync. Writes throw AppError:
 * `disk_full`, `database_read_only`, `database_failed`, `journal_locked`; no part of a failed write is valid.
 */
export interface Journal {
  /**
   * Adds all or none. Throws `open_intent` when another intent for one of the targets is open at the same service, even
   * if the base URL is spelled differently. `closing`: closes other intents in the same write, by their ids; one that
   * its function returns as it is stays so. Returns the closed ones. Throws `not_found`, and the errors of `closing`.
   */
  add(intents: readonly StoredIntent[], closing?: IntentChangesById): Promise<StoredIntent[]>
  /**
   * Writes the result of `change` as the next version. Throws `not_found`, and the errors of `change`. Changes of one
   * intent run one after another.
   */
  change(id: string, change: (intent: StoredIntent) => StoredIntent): Promise<StoredIntent>
  /**
   * Changes an intent like `change`, and adds a second intent for the same target in the same write. Either both are
   * written or none.
   */
  changeAndAddSuccessor(
    id: string,
    make: (intent: StoredIntent) => readonly [StoredIntent, StoredIntent],
  ): Promise<readonly [StoredIntent, StoredIntent]>
  /** This and the other queries throw `journal_damaged` when an intent was damaged in both files since the start. */
  get(id: string): StoredIntent | undefined
  /** Intents in the states `planned`, `sent` and `unsettled`. */
  listOpen(): StoredIntent[]
  findOpenFor(baseUrl: string, target: string): StoredIntent | undefined
  /** Passes the intents to `receive` in chunks, each chunk as stored at that moment. */
  forEachChunkOfRun(runId: string, receive: (intents: readonly StoredIntent[]) => void): Promise<void>
  /**
   * All matching intents, oldest first. Each chunk is queried when it is requested, so writes may happen in between. A
   * chunk may be empty.
   */
  iterateInChunks(filter: JournalFilter): Iterable<readonly StoredIntent[]>
  page(filter: JournalFilter, page: IntentPageQuery): { rows: StoredIntent[]; total: number; offset: number }
  countByStatus(filter: IntentCountFilter): { total: number; byStatus: { status: ShownOrderStatus; count: number }[] }
  health(): OrderJournalHealth
  close(): Promise<void>
}

/** Encrypts secrets of the journal (AES-256-GCM) with a data key that is stored in the keychain. */
export interface IntentBodyCipher {
  /** Throws `keychain_*`. */
  encrypt(text: string): Promise<string>
  /** Throws `keychain_*`, `secret_missing`, `journal_damaged`. */
  decrypt(sealed: string): Promise<string>
}
