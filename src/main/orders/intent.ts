import { z } from 'zod'
import { idempotencyKeySchema } from '#shared/api/idempotency-key.ts'
import { intentSchema, type IntentView } from '#shared/ipc/order-intents.ts'
import type { IntentKind, OrderItem } from '#shared/ipc/order-items.ts'
import { deriveOrderStatus } from './order-status.ts'

/** The paid endpoints (sections "Server signup and contracts" and "Domain API"). */
export const paidEndpoints = {
  order: 'server.order',
  acquire: 'domain.acquire',
  transfer: 'domain.transfer',
  renew: 'domain.renew',
} as const satisfies Record<IntentKind, string>
export type PaidEndpoint = (typeof paidEndpoints)[IntentKind]

/** What happened to the sendings of an intent, as far as it decides what may follow. */
const sendingsSchema = z.object({
  /** How often bytes left, or may have. */
  count: z.number().int(),
  /** How many of them nobody answered. */
  lost: z.number().int(),
  /** A 5xx came: the idempotency key is never sent again (section "Idempotency rules", 5). */
  isBurnt: z.boolean(),
  /** An answer came that proves neither: nothing is sent again by itself. */
  isUnclear: z.boolean(),
  /** The service's clock at the newest answer before the first sending, epoch milliseconds: the first sending is not older. Null: unknown. */
  firstServerAt: z.number().nullable(),
  /** Our monotonic clock at the first sending, milliseconds since the machine was started. Null: sent by a version that did not keep it. */
  firstUpAt: z.number().nullable().default(null),
})

/** An intent as the journal keeps it: what the window sees, and what sending and settling need. */
export const storedIntentSchema = intentSchema.extend({
  /** From 1, one more with every change: of two copies the higher one holds. */
  version: z.number().int().min(1),
  /** Where it is sent: the account's address when it was confirmed. */
  baseUrl: z.string(),
  idempotencyKey: idempotencyKeySchema,
  /** The request's body byte for byte; null where it holds a secret, which then is in `sealed`, or was wiped. */
  body: z.string().nullable(),
  /** The body, encrypted with the journal's key from the keychain; wiped when the intent is settled. */
  sealed: z.string().nullable(),
  sendings: sendingsSchema,
  stop: intentSchema.shape.stop.default(null),
  /**
   * Server orders: the server names that the account's list showed just before the sending; of a repeat, until then, those that the person
   * knew when allowing it. Null: not known, or not needed any more.
   */
  knownServers: z.array(z.string()).nullable().default(null),
})
export type Intent = z.infer<typeof storedIntentSchema>

/** What the person confirmed, before it is an intent. The auth code is in memory only. */
export interface IntentDraft {
  item: OrderItem
  yen: number
  keyId: string
  accountLabel: string
  baseUrl: string
  /** Renewals: the confirmed expiry. */
  expiryDate: string | null
  authCode: string | null
  /** The intent on hold that gives way to it. */
  replaces?: string | null
}

export const openIntentStates = ['planned', 'sent', 'unsettled'] as const

/** Nothing is decided yet: no other intent for the same target may be made. */
export function isIntentOpen({ state }: Pick<Intent, 'state'>): boolean {
  return (openIntentStates as readonly string[]).includes(state)
}

export function getItemTarget(item: OrderItem): string {
  return item.kind === 'order' ? item.serverId : item.name
}

export function toIntentView(intent: Intent): IntentView {
  const { version: _, baseUrl: __, body: ___, sealed: ____, sendings: _____, knownServers: ______, ...view } = intent
  return { ...view, status: deriveOrderStatus(intent) }
}
