import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { isAppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { orderItemSchema } from '#shared/ipc/order-items.ts'
import { createApiClient } from '#main/api/client.ts'
import { createTransport } from '#main/api/http/transport.ts'
import { isIntentQueuedToSend } from '#main/orders/sending/intent-progress-predicates.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import type { OrderRunService } from '#main/orders/sending/order-run-service.ts'
import { createOrderRunService } from '#main/orders/sending/order-run-service.ts'
import { openDatabase } from '#main/store/database.ts'
import { createFastClock } from '#test/campaign/paid-orders/accelerated-clock-of-all-processes.ts'

/** Messages of the parent on standard input, one JSON value per line. The first one is `open`. */
export const parentMessageSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('open'),
    profile: z.string(),
    baseUrl: z.string(),
    token: z.string(),
    account: z.string(),
  }),
  z.object({
    command: z.literal('place'),
    baseUrl: z.string(),
    drafts: z.array(
      z.object({ item: orderItemSchema, yen: z.number(), expiryDate: z.string().nullable(), accountLabel: z.string() }),
    ),
  }),
  z.object({ command: z.literal('settle'), intentId: z.string(), happened: z.boolean() }),
])
export type ParentMessage = z.infer<typeof parentMessageSchema>

/** Messages of the child on standard output. */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'locked' }
  | { type: 'open' }
  | { type: 'status'; handled: number; open: number; needsYou: string[] }
  | { type: 'failed'; kind: string }

const send = (message: ChildMessage) => process.stdout.write(`${JSON.stringify(message)}\n`)
const reportMs = 10

/**
 * The order runs of the app, over HTTP and with files, but without keychain and window. Null until the parent sends
 * `open`.
 */
let runs: OrderRunService | null = null
/** Number of parent messages that were handled, with or without success. */
let handled = 0

function open({ profile, baseUrl, token, account }: Extract<ParentMessage, { command: 'open' }>): void {
  const clock = createFastClock()
  let journal
  try {
    journal = openJournal({ folder: profile, clock })
  } catch (error) {
    if (!isAppError(error, 'journal_locked')) throw error
    send({ type: 'locked' })
    return
  }
  const kept = journal
  const key = {
    id: 'key',
    accountId: account,
    label: 'key',
    state: 'working',
    error: null,
    checkedAt: null,
    me: null,
    expiresAt: null,
    addedAt: 0,
  } as unknown as Key
  const accounts = {
    account: (id: string) => ({ id, baseUrl, isPaused: false, isReadOnly: false }),
    keys: () => [key],
    secret: () => Promise.resolve(token),
    proxyId: () => null,
    isOnlyAccountAtSourceAddress: () => true,
    proxy: () => Promise.resolve(null),
    onKeyRefused: () => undefined,
    onKeyAccepted: () => undefined,
  }
  const api = createApiClient({
    accounts,
    database: openDatabase(join(profile, 'banto.db')),
    clock,
    random: Math.random,
    transport: createTransport({ resolveProxy: () => Promise.resolve('DIRECT') }),
    isOffline: () => false,
    silenceLimitMs: 120_000,
  })
  const opened = createOrderRunService({
    api,
    journal: kept,
    bodyCipher: { encrypt: (text) => Promise.resolve(text), decrypt: (text) => Promise.resolve(text) },
    accounts,
    clock,
    random: Math.random,
    newId: randomUUID,
    emit: () => undefined,
    onStep: () => undefined,
    isObsolete: () => false,
    hasErrorCauseEnded: () => false,
    dismissed: { has: () => false, add: () => undefined, delete: () => undefined },
  })
  runs = opened
  opened.start()
  send({ type: 'open' })
  setInterval(() => {
    const intents = kept.listOpen().filter((intent) => intent.state !== 'planned' || isIntentQueuedToSend(intent))
    send({
      type: 'status',
      handled,
      open: intents.length,
      needsYou: intents.filter(({ needsYou }) => needsYou).map(({ id }) => id),
    })
  }, reportMs)
}

function handle(message: ParentMessage): Promise<unknown> {
  if (message.command === 'open') return Promise.resolve(open(message))
  if (!runs) return Promise.resolve()
  if (message.command === 'settle') return runs.settleByUser(message.intentId, message.happened, false)
  return runs.startRun(
    message.drafts.map((draft) => ({ ...draft, keyId: 'key', baseUrl: message.baseUrl, authCode: null })),
  )
}

createInterface({ input: process.stdin }).on('line', (line) => {
  handle(parentMessageSchema.parse(JSON.parse(line)))
    .catch((error: unknown) => send({ type: 'failed', kind: isAppError(error) ? error.kind : String(error) }))
    .finally(() => (handled += 1))
})
// Ends with the parent at the latest.
process.stdin.once('end', () => process.exit())
send({ type: 'ready' })
