import { AppError, toWireError } from '#shared/errors.ts'
import type { Work } from '../../api/types.ts'
import type { Desk } from './desk.ts'
import { mayResend } from './evidence.ts'
import { paidEndpoints, type Intent } from '../intent.ts'
import { withoutSecret } from '../without-secret.ts'
import { judge, type Judgement } from './judge.ts'
import { isWaiting } from './make-intent.ts'
import { isStale, type Seen } from './readings.ts'
import { conclude, leave } from './steps.ts'

/**
 * `judged`: bytes left, or a connection was tried: what it came to is written. `changed`: it is not to be sent any more. `stale`: what was
 * read of the target is too old. `kept`: something forbids it now.
 */
export type Sending =
  | { kind: 'judged'; event: Judgement['event']; intent: Intent; error: AppError | null }
  | { kind: 'changed' }
  | { kind: 'stale' }
  | { kind: 'kept'; error: AppError }

interface Options {
  /** What was read of the target just before. */
  seen: Seen
  priority: 'paid' | 'job'
  work: Work
  /** If it turns out unsettled: until it is looked at, and whether the person is asked. */
  nextLookMs: number
  needsYou: boolean
}

/** Sends an intent once, its own bytes under its own idempotency key by its own key, and writes what that came to. Throws keychain_* and what cannot be opened. */
export async function sendIntent(desk: Desk, intent: Intent, { seen, priority, work, nextLookMs, needsYou }: Options): Promise<Sending> {
  const { api, clock } = desk
  const { id, item, keyId, idempotencyKey, sendings } = intent
  const body = await bodyOf(desk, intent)
  let left: Intent | null = null
  let reason: 'changed' | 'stale' | null = null

  const outcome = await api.pay({
    accountId: item.accountId,
    endpoint: paidEndpoints[item.kind],
    input: item.kind === 'order' ? {} : { domain_name: item.name },
    body,
    keyId,
    idempotencyKey,
    attempt: sendings.count + 1,
    priority,
    work,
    signal: desk.signal,
    mayStart: () => !isStale(seen, clock),
    async leaving() {
      if (isStale(seen, clock)) {
        reason = 'stale'
        throw new AppError('conflict', 'What was read of the target is too old')
      }
      desk.leaving.add(id)
      try {
        left = await desk.change(id, (newest) => {
          const clocks = desk.clocks(seen.serverAt)
          if (isWaiting(newest) || (newest.state === 'unsettled' && mayResend(newest, clocks))) return leave(newest, desk.moment(), { ...clocks, knownServers: seen.contracts?.map(({ servername }) => servername) ?? null })
          reason = 'changed'
          throw new AppError('conflict', 'It is not to be sent any more')
        })
      } finally {
        desk.leaving.delete(id)
      }
    },
  })

  if (!left) return reason ? { kind: reason } : { kind: 'kept', error: outcome.error ?? new AppError('bug', 'Nothing was sent, and nobody said why') }
  const judgement = judge(left, outcome)
  const error = outcome.error && withoutSecret(outcome.error, secretIn(intent, body))
  const moment = { at: outcome.at, serverAt: outcome.serverAt }
  const after = await desk.write(id, (newest) => (newest.state === 'sent' ? conclude(newest, moment, judgement, error && toWireError(error), { needsYou, nextLookAt: Math.round(clock.now() + nextLookMs) }) : newest))
  return { kind: 'judged', event: judgement.event, intent: after, error }
}

async function bodyOf({ sealer }: Desk, { body, sealed }: Intent): Promise<string> {
  if (body !== null) return body
  if (sealed !== null) return sealer.open(sealed)
  throw new AppError('journal_damaged', 'The journal does not hold what is to be sent')
}

function secretIn({ sealed }: Intent, body: string): string | null {
  const { auth_code: secret } = JSON.parse(body) as { auth_code?: unknown }
  return sealed !== null && typeof secret === 'string' ? secret : null
}
