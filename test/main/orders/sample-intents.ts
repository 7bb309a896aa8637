import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'

/** A planned renewal with the number `index`; `changes` replaces fields. */
export function renewal(index: number, changes: Partial<StoredIntent> = {}): StoredIntent {
  const name = `name-${index}.example`
  return {
    id: `intent-${index}`,
    runId: 'run-1',
    repeats: null,
    version: 1,
    item: { kind: 'renew', accountId: 'account-1', name, years: 1 },
    accountLabel: 'Aoi',
    baseUrl: 'http://127.0.0.1:9',
    keyId: 'key-1',
    target: name,
    yen: 1650,
    expiryDate: '2027-03-31',
    idempotencyKey: `decision-${String(index).padStart(8, '0')}`,
    body: '{"years":1,"current_expiry_date":"2027-03-31","expected_total_price":1650}',
    sealed: null,
    state: 'planned',
    hold: null,
    stop: null,
    needsYou: false,
    nextLookAt: null,
    error: null,
    createdAt: 1_700_000_000_000 + index,
    sentAt: null,
    settledAt: null,
    sendings: { count: 0, lost: 0, isBurnt: false, isUnclear: false, firstServerAt: null, firstUpAt: null },
    knownServers: null,
    steps: [
      {
        at: 1_700_000_000_000 + index,
        serverAt: null,
        state: 'planned',
        event: 'planned',
        error: null,
        fact: { yen: 1650 },
      },
    ],
    ...changes,
  }
}

/** Changes the state and adds a step, as sending does. */
export function createStateUpdater(state: StoredIntent['state']) {
  return (intent: StoredIntent): StoredIntent => ({
    ...intent,
    state,
    steps: [
      ...intent.steps,
      {
        at: intent.createdAt + intent.version,
        serverAt: null,
        state,
        event: state === 'sent' ? 'sent' : 'answered',
        error: null,
        fact: {},
      },
    ],
  })
}

export function makeTemporaryJournalFolder(): string {
  return mkdtempSync(join(tmpdir(), 'banto-journal-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
