import fc from 'fast-check'
import type { ModelFault } from './reference-model.ts'
import { operationNames, getModelOperation, type OperationName } from './endpoints-of-reference-model.ts'
import {
  domains,
  externalRegistrations,
  type KeyName,
  keyNames,
  publicWhois,
  type WorldSettings,
} from './initial-world.ts'

/**
 * One step of a sequence. A value that depends on the current state (a correct price, the n-th record) is stored as a
 * choice. The choice is resolved when the step is played, so a shortened sequence remains valid.
 */
export type Step =
  | { kind: 'advance'; seconds: number }
  | {
      kind: 'call'
      op: OperationName
      key: KeyName | null
      target: string
      record: number
      body: Record<string, unknown>
      wish: InputChoices
      isMalformed: boolean
      decision: IdempotencyKeyChoice
      fault: ModelFault | null
    }
  /** Consecutive calls with an unknown key. */
  | { kind: 'guess'; times: number }
  /** Repeats an earlier paid call, with any key. */
  | { kind: 'again'; back: number; key: KeyName; fault: ModelFault | null }

export interface InputChoices {
  price: 'right' | 'wrong'
  expiry: 'right' | 'wrong'
}
/** `new` is a key that was never used. */
export type IdempotencyKeyChoice = 'new' | 'first' | 'second' | 'none' | 'bad'

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const usually = <T>(value: T, ...others: T[]) =>
  fc.oneof(often(4 * others.length + 1, fc.constant(value)), ...others.map((other) => often(1, fc.constant(other))))

const ownDomain = fc.oneof(
  often(4, fc.constantFrom('a.com', 'b.com')),
  often(6, fc.constantFrom(...Object.keys(domains.aoi))),
  often(1, fc.constantFrom('r.com', 'none.com', 'free.com', 'move.com', 'fail.com', 'new.slow')),
)
const server = fc.oneof(
  often(4, fc.constantFrom('web01', 'web02')),
  often(2, fc.constantFrom('new01', 'new02')),
  often(1, fc.constantFrom('rin01', 'none01')),
)
const anyName = fc.constantFrom(
  'free.com',
  'free2.com',
  'new.slow',
  'one.free',
  'two.free',
  'new.jp',
  ...Object.keys(externalRegistrations),
  'gold.com',
  'conflict.com',
  'a.com',
  'd.com',
  'r.com',
  'no.tld',
)

const record = fc.record(
  {
    type: usually<unknown>('A', 'TXT', 'MX', 'SOA', 5),
    host: usually<unknown>('www', '@', 'a'.repeat(64), 'a'.repeat(65), 7),
    content: usually<unknown>('192.0.2.1', 'x'.repeat(1024), 'x'.repeat(1025), '999.1.1.1', null),
    ttl: usually<unknown>(300, 60, 86_400, 59, 86_401, '300', 60.5),
    priority: usually<unknown>(10, 0, 999, 1000, -1, '10'),
  },
  { requiredKeys: [] },
)
const wholeRecord = fc
  .tuple(record, fc.nat(9))
  .map(([fields, chance]) => (chance === 0 ? fields : { type: 'A', host: 'www', content: '192.0.2.1', ...fields }))
const hosts = (count: number) => Array.from({ length: count }, (_, index) => `ns${index}.example.com`)
const nameservers = usually<unknown>(
  hosts(2),
  hosts(1),
  hosts(13),
  hosts(14),
  [],
  ['ns.example.com', 'NS.example.com'],
  ['no host'],
  'ns.example.com',
  undefined,
)
const whoisFields = usually<unknown>(
  publicWhois,
  {},
  { ...publicWhois, first_name: 'Jiro', role: 'Admin' },
  { ...publicWhois, email: '' },
  { ...publicWhois, city: '東京' },
  { city: 'Osaka' },
  { ...publicWhois, phone: 81 },
  undefined,
)
const whois = fc.record({
  whois_privacy: fc.constantFrom<unknown>(true, false, undefined, 'yes'),
  fields: fc.oneof(often(2, fc.constant(undefined)), often(3, whoisFields)),
})
const memo = usually<unknown>('検証', '', 'あ'.repeat(500), 'あ'.repeat(501), '🙂', 7, undefined)

const isDry = usually<boolean | undefined>(undefined, true, false)
const agrees = usually<unknown>(true, true, false, undefined)
const years = usually<unknown>(1, 2, 5, 6, 0, '1')
const bodies: Partial<Record<OperationName, fc.Arbitrary<Record<string, unknown>>>> = {
  addRecord: wholeRecord,
  changeRecord: record,
  setNameservers: nameservers.map((list) => ({ nameservers: list })),
  setWhois: whois,
  setLock: usually<unknown>(true, false, false, 'true', undefined).map((locked) => ({ locked })),
  setMemo: memo.map((text) => ({ memo: text })),
  acquire: fc.record({
    domain_name: fc.oneof(often(12, anyName), often(1, fc.constant('例え.com'))),
    years: usually<unknown>(undefined, 1, 2, 5, 6),
    nameservers: usually<unknown>(undefined, hosts(2), hosts(7)),
    agree_to_terms: agrees,
    dry_run: isDry,
  }),
  transfer: fc.record({
    auth_code: usually<unknown>('right-code', 'wrong-code', 'x'.repeat(256), undefined),
    agree_to_terms: agrees,
    dry_run: isDry,
  }),
  renew: fc.record({ years, dry_run: isDry }),
  order: fc.record({
    plan_id: usually<unknown>('small', 'quick', 'none', 5),
    period: usually<unknown>(12, 3, 13, 61),
    server_id: usually<unknown>('new01', 'new02', 'web01', 'Bad'),
    agree_to_terms: agrees,
    auto_renew: usually<unknown>(undefined, true, false),
    dry_run: isDry,
  }),
}

const fault: fc.Arbitrary<ModelFault | null> = fc.oneof(
  often(10, fc.constant(null)),
  often(
    2,
    fc.constantFrom<ModelFault>(
      { kind: 'status', status: 500, code: 'INTERNAL_ERROR', when: 'before' },
      { kind: 'status', status: 502, code: 'BACKEND_ERROR', when: 'after' },
      { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE', when: 'before' },
      { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', when: 'before' },
    ),
  ),
  often(1, fc.constantFrom<ModelFault>({ kind: 'reset-before' }, { kind: 'reset-after' })),
)
const key = fc.oneof(
  often(24, fc.constant<KeyName | null>('all')),
  often(10, fc.constantFrom<KeyName | null>(...keyNames)),
  often(1, fc.constant(null)),
)

const targetOf = (op: OperationName) => {
  const { on } = getModelOperation(op)
  if (op === 'transfer')
    return fc.oneof(often(3, fc.constantFrom(...Object.keys(externalRegistrations))), often(2, anyName))
  if (op === 'check') return fc.oneof(often(9, anyName), often(1, fc.constantFrom('例え.com', '', 'x'.repeat(256))))
  return on === 'server' ? server : ownDomain
}
const weights: Partial<Record<OperationName, number>> = {
  addRecord: 5,
  changeRecord: 4,
  deleteRecord: 3,
  dns: 3,
  acquire: 8,
  transfer: 5,
  renew: 10,
  order: 5,
  setWhois: 4,
  setLock: 4,
  setMemo: 2,
  setNameservers: 3,
}

function callOf(op: OperationName): fc.Arbitrary<Step> {
  const { isPaid, method } = getModelOperation(op)
  return fc.record({
    kind: fc.constant('call' as const),
    op: fc.constant(op),
    key,
    target: targetOf(op),
    record: fc.oneof(often(9, fc.nat(1)), often(1, fc.integer({ min: -1, max: 9 }))),
    body: bodies[op] ?? fc.constant({}),
    wish: fc.record({
      price: usually<InputChoices['price']>('right', 'wrong'),
      expiry: usually<InputChoices['expiry']>('right', 'wrong'),
    }),
    isMalformed: method === 'POST' || method === 'PUT' ? usually(false, ...(isPaid ? [] : [true])) : fc.constant(false),
    decision: isPaid
      ? fc.oneof(
          often(6, fc.constantFrom<IdempotencyKeyChoice>('new', 'first', 'second')),
          often(1, fc.constantFrom<IdempotencyKeyChoice>('none', 'bad')),
        )
      : fc.constant<IdempotencyKeyChoice>('none'),
    // A lost answer to `addRecord` would leave the model without the ID of the record.
    fault:
      op === 'addRecord'
        ? fault.filter(
            (chosen) =>
              chosen === null ||
              (chosen.kind !== 'reset-after' && !(chosen.kind === 'status' && chosen.when === 'after')),
          )
        : isPaid
          ? fault
          : fc.oneof(often(9, fc.constant(null)), often(1, fault)),
  })
}

const call = fc.oneof(...operationNames.map((op) => often(weights[op] ?? 1, callOf(op))))
const advance = fc
  .constantFrom(1, 20, 61, 300, 3_600, 48 * 3_600 - 1, 48 * 3_600)
  .map((seconds) => ({ kind: 'advance' as const, seconds }))
const again = fc.record({
  kind: fc.constant('again' as const),
  back: fc.integer({ min: 0, max: 3 }),
  key: fc.oneof(often(8, fc.constant<KeyName>('all')), often(2, fc.constantFrom(...keyNames))),
  fault,
})

const guess = fc.integer({ min: 3, max: 6 }).map((times) => ({ kind: 'guess' as const, times }))

export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  often(140, call),
  often(30, advance),
  often(30, again),
  often(1, guess),
)

export const settingsArbitrary: fc.Arbitrary<WorldSettings> = fc.record({
  balance: fc.constantFrom(0, 3_000, 12_000, 60_000),
  hasWhoisDefaults: usually(true, false),
  hasCreditCard: usually(true, false),
  hasUsedFreeCampaign: usually(false, true),
  orderReplay: fc.constantFrom('replay' as const, 'execute' as const, 'refuse' as const),
  authCodeCheck: fc.constantFrom('dry_run' as const, 'request' as const, 'registry' as const),
})
