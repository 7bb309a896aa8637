import { getEndpoint } from '#shared/api/endpoints.ts'
import { listPathParamNames } from '#shared/api/define-endpoint.ts'
import type { StoredIntent, IntentDraft } from '#main/orders/stored-intent-schema.ts'
import { getOrderItemTarget } from '#shared/ipc/order-items.ts'
import type { IntentBodyCipher } from '#main/orders/journal/journal-interface.ts'
import { buildPaidEndpointCall } from '#main/orders/build-paid-endpoint-call.ts'
import { waitingInSendQueueHold } from './order-intent-transitions.ts'

interface CreateIntentOptions {
  runId: string
  now: number
  newId: () => string
  bodyCipher: Pick<IntentBodyCipher, 'encrypt'>
}

const unsent: StoredIntent['sendings'] = {
  count: 0,
  lost: 0,
  isBurnt: false,
  isUnclear: false,
  firstServerAt: null,
  firstUpAt: null,
}

/**
 * Creates an intent with its own idempotency key and its final request body. A body with a secret is encrypted. Throws
 * `keychain_*`.
 */
export async function createIntent(
  draft: IntentDraft,
  { runId, now, newId, bodyCipher }: CreateIntentOptions,
): Promise<StoredIntent> {
  // The service compares names without case, and equal targets must have equal text.
  const item = draft.item.kind === 'order' ? draft.item : { ...draft.item, name: draft.item.name.toLowerCase() }
  const { endpoint, input } = buildPaidEndpointCall(item, draft)
  const inPath = listPathParamNames(getEndpoint(endpoint).path)
  const body = JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name))))
  const isSecret = draft.authCode !== null
  const planned = {
    at: now,
    serverAt: null,
    state: 'planned',
    event: 'planned',
    error: null,
    fact: { yen: draft.yen },
  } as const
  return {
    id: newId(),
    runId,
    repeats: null,
    version: 1,
    item,
    accountLabel: draft.accountLabel,
    baseUrl: draft.baseUrl,
    keyId: draft.keyId,
    target: getOrderItemTarget(item),
    yen: draft.yen,
    expiryDate: draft.expiryDate,
    idempotencyKey: newId(),
    body: isSecret ? null : body,
    sealed: isSecret ? await bodyCipher.encrypt(body) : null,
    state: 'planned',
    hold: waitingInSendQueueHold,
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
 * Creates a repeat that the user allowed: the same decision with a new idempotency key. `old`: the intent before it was
 * closed. `knownServers`: the servers that the user knew when deciding; null if they could not be read. If null, the
 * servers known before the first sending are used.
 */
export function createIntentToRepeatOrder(
  old: StoredIntent,
  knownServers: string[] | null,
  { runId, now, newId }: Omit<CreateIntentOptions, 'bodyCipher'>,
): StoredIntent {
  const planned = {
    at: now,
    serverAt: null,
    state: 'planned',
    event: 'planned',
    error: null,
    fact: { yen: old.yen, repeats: old.id },
  } as const
  const fresh = {
    state: 'planned',
    hold: waitingInSendQueueHold,
    stop: null,
    needsYou: false,
    nextLookAt: null,
    error: null,
    createdAt: now,
    sentAt: null,
    settledAt: null,
    sendings: unsent,
  } as const
  return {
    ...old,
    ...fresh,
    knownServers: knownServers ?? old.knownServers,
    id: newId(),
    runId,
    repeats: old.id,
    version: 1,
    idempotencyKey: newId(),
    steps: [planned],
  }
}
