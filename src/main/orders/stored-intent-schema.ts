import { z } from 'zod'
import { idempotencyKeySchema } from '#shared/api/idempotency-key-schema.ts'
import { orderIntentSchema } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'

/** What was sent for this intent so far. It decides whether it may be sent again. */
const sendingsSchema = z.object({
  /** Number of sendings in which bytes were sent, or may have been. */
  count: z.number().int(),
  /** Number of sendings without an answer. */
  lost: z.number().int(),
  /** A 5xx was answered: the idempotency key is never sent again (API description, section "Idempotency rules", 5). */
  isBurnt: z.boolean(),
  /** An answer proved neither success nor failure: nothing is sent again automatically. */
  isUnclear: z.boolean(),
  /**
   * The service's clock in the newest answer before the first sending, epoch milliseconds; null if unknown. The first
   * sending is not older.
   */
  firstServerAt: z.number().nullable(),
  /**
   * The monotonic clock at the first sending, milliseconds since the machine was started; null if an older version sent
   * it.
   */
  firstUpAt: z.number().nullable().default(null),
})

/** An intent as stored in the journal: the fields of the window, and those for sending and settling. */
export const storedIntentSchema = orderIntentSchema.extend({
  /**
   * Starts at 1 and grows by one with every change. If two copies differ, the copy with the higher version is valid.
   */
  version: z.number().int().min(1),
  /** The base URL to which the intent is sent: that of the account at the time of confirmation. */
  baseUrl: z.string(),
  idempotencyKey: idempotencyKeySchema,
  /** The request body, byte for byte. Null if it contains a secret, which is encrypted in `sealed` or was wiped. */
  body: z.string().nullable(),
  /** The body, encrypted with the journal's data key from the keychain. Wiped when the intent is settled. */
  sealed: z.string().nullable(),
  sendings: sendingsSchema,
  stop: orderIntentSchema.shape.stop.default(null),
  /**
   * Server orders: the server names in the account's list just before the sending. For a repeat that was not sent yet:
   * the names that the user knew when allowing it. Null: unknown, or no longer needed.
   */
  knownServers: z.array(z.string()).nullable().default(null),
})
export type StoredIntent = z.infer<typeof storedIntentSchema>

/** A confirmed item before its intent is created. The auth code is kept in memory only. */
export interface IntentDraft {
  item: OrderItem
  yen: number
  keyId: string
  accountLabel: string
  baseUrl: string
  /** Renewals: the confirmed expiry date. */
  expiryDate: string | null
  authCode: string | null
  /** Id of the held intent that this one replaces. */
  replaces?: string | null
}

export const openIntentStates = ['planned', 'sent', 'unsettled'] as const

/**
 * Returns whether the outcome is not final yet. While the intent is open, no other intent for the same target may be
 * added.
 */
export function isIntentOpen({ state }: Pick<StoredIntent, 'state'>): boolean {
  return (openIntentStates as readonly string[]).includes(state)
}
