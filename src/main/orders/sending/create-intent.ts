import { endpointOf } from '#shared/api/endpoints.ts'
import { pathParamNames } from '#shared/api/define-endpoint.ts'
import { isIntentOpen, getItemTarget, type Intent, type IntentDraft } from '#main/orders/intent.ts'
import type { IntentBodyCipher } from '#main/orders/journal/journal.ts'
import { buildPaidInput } from '#main/orders/build-paid-input.ts'
import { waitingHold } from './intent-transitions.ts'

interface CreateIntentOptions {
  runId: string
  now: number
  newId: () => string
  bodyCipher: Pick<IntentBodyCipher, 'encrypt'>
}

const unsent: Intent['sendings'] = { count: 0, lost: 0, isBurnt: false, isUnclear: false, firstServerAt: null, firstUpAt: null }

/** An intent with an idempotency key of its own and its body as it will be sent. What holds a secret is sealed. Throws keychain_*. */
export async function createIntent(draft: IntentDraft, { runId, now, newId, bodyCipher }: CreateIntentOptions): Promise<Intent> {
  // The service's names know no capitals; the same target must look the same.
  const item = draft.item.kind === 'order' ? draft.item : { ...draft.item, name: draft.item.name.toLowerCase() }
  const { endpoint, input } = buildPaidInput(item, draft)
  const inPath = pathParamNames(endpointOf(endpoint).path)
  const body = JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name))))
  const isSecret = draft.authCode !== null
  const planned = { at: now, serverAt: null, state: 'planned', event: 'planned', error: null, fact: { yen: draft.yen } } as const
  return {
    id: newId(),
    runId,
    repeats: null,
    version: 1,
    item,
    accountLabel: draft.accountLabel,
    baseUrl: draft.baseUrl,
    keyId: draft.keyId,
    target: getItemTarget(item),
    yen: draft.yen,
    expiryDate: draft.expiryDate,
    idempotencyKey: newId(),
    body: isSecret ? null : body,
    sealed: isSecret ? await bodyCipher.encrypt(body) : null,
    state: 'planned',
    hold: waitingHold,
    stop: null,
    needsYou: false,
    nextLookAt: null,
    error: null,
    createdAt: now,
    sentAt: null,
    settledAt: null,
    sendings: unsent,
    knownServers: null,
    steps: [planned],
  }
}

/**
 * The same decision once more, by the person's word: everything the same but the idempotency key. `old`: as it was before it was closed.
 * `knownServers`: the servers that the person knew when deciding; null where they could not be read: then those before the first sending.
 */
export function createRepeatIntent(old: Intent, knownServers: string[] | null, { runId, now, newId }: Omit<CreateIntentOptions, 'bodyCipher'>): Intent {
  const planned = { at: now, serverAt: null, state: 'planned', event: 'planned', error: null, fact: { yen: old.yen, repeats: old.id } } as const
  const fresh = { state: 'planned', hold: waitingHold, stop: null, needsYou: false, nextLookAt: null, error: null, createdAt: now, sentAt: null, settledAt: null, sendings: unsent } as const
  return { ...old, ...fresh, knownServers: knownServers ?? old.knownServers, id: newId(), runId, repeats: old.id, version: 1, idempotencyKey: newId(), steps: [planned] }
}

/** It is sent as soon as its turn comes. */
export function isQueuedToSend({ state, hold }: Pick<Intent, 'state' | 'hold'>): boolean {
  return state === 'planned' && (hold === null || hold.reason === 'waiting' || hold.reason === 'cannot_send')
}

/** Something goes on about it without the person. */
export function isInProgress(intent: Pick<Intent, 'state' | 'hold'>): boolean {
  return isIntentOpen(intent) && (intent.state !== 'planned' || isQueuedToSend(intent))
}
