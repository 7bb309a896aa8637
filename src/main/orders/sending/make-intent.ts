import { endpointOf } from '#shared/api/catalog.ts'
import { pathParams } from '#shared/api/endpoint.ts'
import { isOpen, targetOf, type Intent, type IntentDraft } from '../intent.ts'
import type { Sealer } from '../journal/journal.ts'
import { paidInput } from '../paid-input.ts'
import { waiting } from './steps.ts'

interface Making {
  runId: string
  now: number
  newId: () => string
  sealer: Pick<Sealer, 'seal'>
}

const unsent: Intent['sendings'] = { count: 0, lost: 0, isBurnt: false, isUnclear: false, firstServerAt: null, firstUpAt: null }

/** An intent with an idempotency key of its own and its body as it will be sent. What holds a secret is sealed. Throws keychain_*. */
export async function makeIntent(draft: IntentDraft, { runId, now, newId, sealer }: Making): Promise<Intent> {
  // The service's names know no capitals; the same target must look the same.
  const item = draft.item.kind === 'order' ? draft.item : { ...draft.item, name: draft.item.name.toLowerCase() }
  const { endpoint, input } = paidInput(item, draft)
  const inPath = pathParams(endpointOf(endpoint).path)
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
    target: targetOf(item),
    yen: draft.yen,
    expiryDate: draft.expiryDate,
    idempotencyKey: newId(),
    body: isSecret ? null : body,
    sealed: isSecret ? await sealer.seal(body) : null,
    state: 'planned',
    hold: waiting,
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
export function repeatIntent(old: Intent, knownServers: string[] | null, { runId, now, newId }: Omit<Making, 'sealer'>): Intent {
  const planned = { at: now, serverAt: null, state: 'planned', event: 'planned', error: null, fact: { yen: old.yen, repeats: old.id } } as const
  const fresh = { state: 'planned', hold: waiting, stop: null, needsYou: false, nextLookAt: null, error: null, createdAt: now, sentAt: null, settledAt: null, sendings: unsent } as const
  return { ...old, ...fresh, knownServers: knownServers ?? old.knownServers, id: newId(), runId, repeats: old.id, version: 1, idempotencyKey: newId(), steps: [planned] }
}

/** It is sent as soon as its turn comes. */
export function isWaiting({ state, hold }: Pick<Intent, 'state' | 'hold'>): boolean {
  return state === 'planned' && (hold === null || hold.reason === 'waiting' || hold.reason === 'cannot_send')
}

/** Something goes on about it without the person. */
export function goesOn(intent: Pick<Intent, 'state' | 'hold'>): boolean {
  return isOpen(intent) && (intent.state !== 'planned' || isWaiting(intent))
}
