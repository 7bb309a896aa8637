import type { IntentFilter, intentSortKeys, IntentState, OrderStatus } from '#shared/ipc/order-intents.ts'
import type { JournalState } from '#shared/ipc/order-journal.ts'
import type { Intent } from '#main/orders/intent.ts'

/** `errorCode`: the service's, of those that it refused. What an order waits for is not in the journal: `ids` has those that wait. */
export interface JournalFilter extends Omit<IntentFilter, 'waitsFor'> {
  ids?: readonly string[] | null
  states?: readonly IntentState[]
  errorCode?: string
}

/** What orders are counted by status of: all that the fields given let through. */
export type IntentCountFilter = Partial<Pick<JournalFilter, 'accountIds' | 'kinds' | 'runId' | 'text' | 'ids'>>

export interface IntentPageQuery {
  sort: (typeof intentSortKeys)[number] | 'settledAt'
  isDescending: boolean
  offset: number
  limit: number
}

/**
 * Every intent, in two files of the profile folder: an append-only file whose lines are on the disk (fdatasync) before a write resolves,
 * and a SQLite file to ask questions of. Each row and line carries a checksum; of two whole copies the higher version holds.
 * Writes of one moment share one fdatasync. Writes throw AppError: disk_full, database_read_only, database_failed, journal_locked, and then nothing of them counts.
 */
export interface Journal {
  /** All or none. Throws open_intent when another intent for one of the targets is open (same service, however its address is spelled). */
  add(intents: readonly Intent[]): Promise<void>
  /** Writes what `change` makes of the newest version, one version on. Throws not_found, and what `change` throws. Changes of one intent follow each other. */
  change(id: string, change: (intent: Intent) => Intent): Promise<Intent>
  /** As `change`, and adds the other intent that `make` answers, for the same target, in the same write: both or none. */
  replace(id: string, make: (intent: Intent) => readonly [Intent, Intent]): Promise<readonly [Intent, Intent]>
  /** Throws journal_damaged, as the other questions do, when an intent was damaged in both files since the start. */
  get(id: string): Intent | undefined
  /** planned, sent, unsettled. */
  open(): Intent[]
  openFor(baseUrl: string, target: string): Intent | undefined
  /** Hands them over in slices, each as it stands at that moment. */
  ofRun(runId: string, take: (intents: readonly Intent[]) => void): Promise<void>
  /** All that the filter lets through, oldest first. A slice is read when it is asked for, so that others may write between two of them; some are empty. */
  chunks(filter: JournalFilter): Iterable<readonly Intent[]>
  page(filter: JournalFilter, page: IntentPageQuery): { rows: Intent[]; total: number; offset: number }
  counts(filter: IntentCountFilter): { total: number; byStatus: { status: OrderStatus; count: number }[] }
  state(): JournalState
  close(): Promise<void>
}

/** Encrypts what must not be readable in the journal (AES-256-GCM), with a data key that lives in the keychain. */
export interface IntentBodyCipher {
  /** Throws keychain_*. */
  encrypt(text: string): Promise<string>
  /** Throws keychain_*, secret_missing, journal_damaged. */
  decrypt(sealed: string): Promise<string>
}
