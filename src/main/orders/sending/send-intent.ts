import { AppError, isAppError, toWireError } from '#shared/app-error.ts'
import { paidEndpointByOrderKind } from '#shared/paid-endpoint-by-order-kind.ts'
import type { BatchContext } from '#main/api/api-client-interface.ts'
import type { OrderSendingContext } from './order-sending-context.ts'
import { mayOrderRequestBeResent } from './settle-or-resend-rules.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { redactAuthCodeInError } from '#main/orders/redact-auth-code-in-error.ts'
import { classifySendingOutcome, type ClassifiedSendingOutcome } from './classify-sending-outcome.ts'
import { isIntentQueuedToSend } from './intent-progress-predicates.ts'
import { isTargetReadingTooOldToSend, type FetchedOrderTargetStates } from './fetch-order-target-states.ts'
import { addInconclusiveCheckStep, recordSendingOutcome, markIntentBeingSent } from './order-intent-transitions.ts'

/**
 * Result of one attempt. `classified`: bytes were sent, or a connection was tried, and the outcome is written.
 * `changed`: the intent may not be sent any more. `stale`: the reading of the target is too old. `blocked`: an error
 * prevents sending now.
 */
export type IntentSendResult =
  | { kind: 'classified'; event: ClassifiedSendingOutcome['event']; intent: StoredIntent; error: AppError | null }
  | { kind: 'changed' }
  | { kind: 'stale' }
  | { kind: 'blocked'; error: AppError }

interface Options {
  /** The reading of the target just before the sending. */
  fetchedTargets: FetchedOrderTargetStates
  /** What that reading showed. It is recorded as a check if the intent is sent again. */
  readingFact: ClassifiedSendingOutcome['fact']
  priority: 'paid' | 'job'
  batch: BatchContext
  /** If the outcome is unsettled: the delay of its first check, in milliseconds. */
  nextCheckMs: number
  /** If the outcome is unsettled: whether the user is asked to decide. */
  needsYou: boolean
}

/**
 * Sends an intent once, with its own bytes, idempotency key and API key, and writes the outcome. Throws `keychain_*`,
 * and the errors of decrypting the body.
 */
export async function sendIntent(
  context: OrderSendingContext,
  intent: StoredIntent,
  { fetchedTargets, readingFact, priority, batch, nextCheckMs, needsYou }: Options,
): Promise<IntentSendResult> {
  const { api, clock } = context
  const { id, item, keyId, idempotencyKey, sendings } = intent
  const body = await getRequestBody(context, intent)
  let sentIntent: StoredIntent | null = null
  let reason: 'changed' | 'stale' | null = null

  /** A planned intent has no outcome that could be checked. */
  const recordReading = (newest: StoredIntent): StoredIntent =>
    newest.state === 'unsettled'
      ? addInconclusiveCheckStep(
          newest,
          context.eventTime(fetchedTargets.serviceTime, fetchedTargets.readAtWallClock),
          readingFact,
          { needsYou: newest.needsYou, nextLookAt: newest.nextLookAt },
        )
      : newest

  const outcome = await api.sendPaidCall({
    accountId: item.accountId,
    endpoint: paidEndpointByOrderKind[item.kind],
    input: item.kind === 'order' ? {} : { domain_name: item.name },
    body,
    keyId,
    idempotencyKey,
    attempt: sendings.count + 1,
    priority,
    batch,
    signal: context.signal,
    mayStillSend: () => !isTargetReadingTooOldToSend(fetchedTargets, clock),
    async beforeSend() {
      if (isTargetReadingTooOldToSend(fetchedTargets, clock)) {
        reason = 'stale'
        throw new AppError('conflict', 'What was read of the target is too old')
      }
      context.idsBeingSent.add(id)
      try {
        sentIntent = await context.changeIntent(id, (newest) => {
          const clocks = context.clockTimes(fetchedTargets.serviceTime)
          if (isIntentQueuedToSend(newest) || (newest.state === 'unsettled' && mayOrderRequestBeResent(newest, clocks)))
            return markIntentBeingSent(recordReading(newest), context.eventTime(), {
              ...clocks,
              knownServers: fetchedTargets.servers?.map(({ servername }) => servername) ?? null,
            })
          reason = 'changed'
          throw new AppError('conflict', 'It is not to be sent any more')
        })
      } finally {
        context.idsBeingSent.delete(id)
      }
    },
  })

  if (!sentIntent)
    return reason
      ? { kind: reason }
      : { kind: 'blocked', error: outcome.error ?? new AppError('bug', 'Nothing was sent, and nobody said why') }
  const classified = classifySendingOutcome(sentIntent, outcome)
  const error = outcome.error && redactAuthCodeInError(outcome.error, getAuthCode(intent, body))
  const moment = { at: outcome.at, serverAt: outcome.serverAt }
  const after = await context.changeIntentUntilWritten(id, (newest) =>
    newest.state === 'sent'
      ? recordSendingOutcome(newest, moment, classified, error && toWireError(error), {
          needsYou,
          nextLookAt: Math.round(clock.now() + nextCheckMs),
        })
      : newest,
  )
  return { kind: 'classified', event: classified.event, intent: after, error }
}

async function getRequestBody({ bodyCipher }: OrderSendingContext, { body, sealed }: StoredIntent): Promise<string> {
  if (body !== null) return body
  if (sealed !== null) return bodyCipher.decrypt(sealed).catch(throwIfNotDecryptable)
  throw new AppError('journal_damaged', 'The journal does not hold what is to be sent')
}

/** A locked keychain can be unlocked later. Otherwise, the auth code is lost for good. */
function throwIfNotDecryptable(error: unknown): never {
  if (!isAppError(error) || (error.kind !== 'secret_missing' && error.kind !== 'journal_damaged')) throw error
  throw new AppError('unreadable_row', 'The auth code of the order cannot be decrypted any more', {
    cause: error,
    details: { reason: 'order_body' },
  })
}

function getAuthCode({ sealed }: StoredIntent, body: string): string | null {
  const { auth_code: secret } = JSON.parse(body) as { auth_code?: unknown }
  return sealed !== null && typeof secret === 'string' ? secret : null
}
