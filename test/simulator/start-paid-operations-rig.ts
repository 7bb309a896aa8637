import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startTestSimulator, token } from './start-test-simulator.ts'

/** The prices per TLD in the world of `startPaidOperationsRig`, in yen. */
export const paidRigTlds = [
  { tld: 'com', register: 990, renew: 1650, transfer: 1650 },
  { tld: 'jp', register: 2200, renew: 3124, transfer: null, max_years: 1 },
  { tld: 'free', register: 0, renew: 1000, transfer: null, campaign_applied: true },
  { tld: 'slow', register: 500, renew: null, transfer: 500, hold_seconds: 60 },
]

function worldWith(user: object = {}, rest: Partial<WorldFile> = {}): WorldFile {
  return {
    tlds: paidRigTlds,
    registered: [
      { domain_name: 'theirs.com', auth_code: 'secret-code', expiry_date: '2027-03-01', transfer_seconds: 60 },
      { domain_name: 'young.com', registered_on: '2026-11-01' },
      { domain_name: 'locked.com', locked: true },
      { domain_name: 'theirs.jp' },
      { domain_name: 'failing.com', transfer_seconds: 60, transfer_outcome: 'failed' },
    ],
    premium: ['gold.com'],
    external_conflict: ['elsewhere.com'],
    ...rest,
    users: [
      {
        name: 'aoi',
        balance: 10_000,
        keys: [{ token }],
        domains: [
          { domain_name: 'mine.com', expiry_date: '2027-02-28' },
          { domain_name: 'old.com', status: 'expired' },
          { domain_name: 'wait.com', status: 'pending_create' },
        ],
        ...user,
      },
    ],
  }
}

/**
 * Starts a simulator with a user who has 10,000 yen and three domains, and returns functions that send paid calls.
 * Each paid call has a new idempotency key unless the caller passes one; null sends none.
 */
export async function startPaidOperationsRig(user: object = {}, rest: Partial<WorldFile> = {}) {
  const rig = await startTestSimulator(worldWith(user, rest))
  let last = 0
  const pay = (path: string, body: object, key: string | null = `key-${String((last += 1)).padStart(8, '0')}`) =>
    rig.send('POST', path, { body, headers: key === null ? {} : { 'idempotency-key': key } })
  return {
    ...rig,
    pay,
    acquire: (body: object = {}, key?: string | null) =>
      pay('/v1/domain', { domain_name: 'free.com', expected_total_price: 990, agree_to_terms: true, ...body }, key),
    transfer: (name: string, body: object = {}, key?: string | null) =>
      pay(
        `/v1/domain/${name}/transfer`,
        { auth_code: 'secret-code', expected_total_price: 1650, agree_to_terms: true, ...body },
        key,
      ),
    renew: (body: object = {}, key?: string | null, name = 'mine.com') =>
      pay(
        `/v1/domain/${name}/renew`,
        { years: 1, current_expiry_date: '2027-02-28', expected_total_price: 1650, ...body },
        key,
      ),
    charged: () => rig.simulator.ledger.charges.map(({ kind, target, yen }) => `${kind} ${target} ${yen}`),
    balance: () => rig.simulator.world.user('aoi').balance,
  }
}
