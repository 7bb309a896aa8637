import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { completePendingDomainOperationIfDue, completeServerSetupIfDue } from '#simulator/world-state.ts'
import { createModel, type Expectation, type Model, type ModelFault } from './reference-model.ts'
import { type OperationRequest, getModelOperation } from './endpoints-of-reference-model.ts'
import type { Step } from './step-arbitraries.ts'
import { keys, type KeyName, plans, type WorldSettings, tlds, createWorldFile } from './initial-world.ts'

export interface SequenceResult {
  calls: number
  /** The number of calls per outcome: `200`, status and code, or `lost` for a lost answer. */
  outcomes: Record<string, number>
}

/** The simulator and the model differ. */
export class Disagreement extends Error {}

const startMs = Date.UTC(2026, 10, 20, 3, 0, 0)

/** Plays a sequence on a new simulator and on the model. Throws `Disagreement` at the first difference. */
export async function compareWithSimulator(settings: WorldSettings, steps: readonly Step[]): Promise<SequenceResult> {
  const clock = { at: startMs, now: () => clock.at }
  const simulator = await startSimulator({ world: createWorldFile(settings), clock })
  const model = createModel(settings, startMs)
  const played: SequenceResult = { calls: 0, outcomes: {} }
  const paid: OperationRequest[] = []
  const compare = async (ask: OperationRequest, key: KeyName | null, fault: ModelFault | null) => {
    const expected = model.expect(ask, key, fault)
    if (fault) simulator.faults.add({ times: 1, fault })
    const came = await send(simulator, ask, key)
    const outcome = compareAnswerWithStored(ask, expected, came)
    expected.heard(came === null ? (expected.outcomes.length === 1 ? (expected.outcomes[0] as string) : '0') : outcome)
    played.calls += 1
    played.outcomes[outcome] = (played.outcomes[outcome] ?? 0) + 1
    compareState(simulator, model, `${ask.op} ${outcome}`)
  }
  try {
    for (const step of steps) {
      if (step.kind === 'advance') {
        clock.at += step.seconds * 1000
        model.advance(step.seconds)
        continue
      }
      if (step.kind === 'guess') {
        for (let count = 0; count < step.times; count += 1) await compare({ op: 'me' }, null, null)
        continue
      }
      const ask = step.kind === 'again' ? paid.at(-1 - step.back) : toRequest(step, model, played.calls)
      if (!ask || !model.isSettled(ask, step.key)) continue
      if (step.kind === 'call' && getModelOperation(ask.op).isPaid) paid.push(ask)
      await compare(ask, step.key, step.fault)
    }
    if (simulator.ledger.bugs.length > 0)
      throw new Disagreement(`The simulator failed: ${simulator.ledger.bugs.join('\n')}`)
    return played
  } finally {
    await simulator.close()
  }
}

const decisions = { first: 'decision-0001', second: 'decision_0002', none: null, bad: 'no good' }

function toRequest(step: Extract<Step, { kind: 'call' }>, model: Model, position: number): OperationRequest {
  const { op, key, target, wish } = step
  const user = model.users[key === null ? 'aoi' : keys[key].user]
  const ids = [...(user.domains.get(target)?.records.keys() ?? [])]
  const body: Record<string, unknown> = { ...step.body }
  if (op === 'acquire')
    body['expected_total_price'] = expectedPriceFor(
      wish.price,
      (tlds[endOf(body['domain_name'])]?.register ?? 0) * Number(body['years'] ?? 1),
    )
  if (op === 'transfer') body['expected_total_price'] = expectedPriceFor(wish.price, tlds[endOf(target)]?.transfer ?? 0)
  if (op === 'renew') {
    body['expected_total_price'] = expectedPriceFor(
      wish.price,
      (tlds[endOf(target)]?.renew ?? 0) * Number(body['years']),
    )
    body['current_expiry_date'] =
      wish.expiry === 'right' ? (user.domains.get(target)?.expiry ?? '2027-01-01') : '2020-02-29'
  }
  if (op === 'order')
    body['expected_total_price'] = expectedPriceFor(
      wish.price,
      plans[String(body['plan_id'])]?.periods[Number(body['period'])] ?? 0,
    )
  for (const field of Object.keys(body)) if (body[field] === undefined) delete body[field]
  return {
    op,
    target: ['check', 'acquire', 'order'].includes(op) ? '' : target,
    recordId: step.record < 0 ? 'x' : (ids[step.record] ?? 999_999),
    body,
    ...(op === 'check' && { query: { domain_name: target } }),
    ...(step.isMalformed && { isMalformed: true }),
    decision: step.decision === 'new' ? `decision-new-${position}` : decisions[step.decision],
  }
}

const endOf = (name: unknown) => String(name).split('.').slice(1).join('.')
const expectedPriceFor = (wish: 'right' | 'wrong', price: number) => (wish === 'right' ? price : price + 1)

interface ReceivedResponse {
  status: number
  body: Record<string, unknown>
  remaining: string | null
}

/** Sends one request; null if the connection ends without an answer. */
async function send(
  simulator: Simulator,
  ask: OperationRequest,
  key: KeyName | null,
): Promise<ReceivedResponse | null> {
  const { method, path, isPaid } = getModelOperation(ask.op)
  const hasBody = method === 'POST' || method === 'PUT'
  try {
    const response = await fetch(
      `${simulator.url}${path(ask)}${ask.query ? `?${new URLSearchParams(ask.query)}` : ''}`,
      {
        method,
        headers: {
          authorization: `Bearer ${key === null ? 'nobody_has_this_key' : keys[key].token}`,
          ...(hasBody && { 'content-type': 'application/json' }),
          ...(isPaid && typeof ask.decision === 'string' && { 'idempotency-key': ask.decision }),
        },
        ...(hasBody && { body: ask.isMalformed ? '{"type":' : JSON.stringify(ask.body) }),
      },
    )
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      remaining: response.headers.get('x-ratelimit-remaining'),
    }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function compareAnswerWithStored(ask: OperationRequest, expected: Expectation, came: ReceivedResponse | null): string {
  if (came === null) {
    if (!expected.isLost)
      throw new Disagreement(`${JSON.stringify(ask)}: no answer, expected ${expected.outcomes.join(' or ')}`)
    return 'lost'
  }
  const code = (came.body['error'] as { code?: string } | undefined)?.code
  const outcome = code === undefined ? String(came.status) : `${came.status} ${code}`
  if (expected.isLost || !expected.outcomes.includes(outcome)) {
    throw new Disagreement(
      `${JSON.stringify(ask)}: answered ${outcome}, expected ${expected.isLost ? 'no answer' : expected.outcomes.join(' or ')}`,
    )
  }
  if (expected.remaining !== null && came.remaining !== String(expected.remaining))
    throw new Disagreement(`${ask.op}: ${came.remaining} calls left, expected ${expected.remaining}`)
  if (outcome === '200' && expected.body !== undefined) {
    const difference = differenceOf(expected.body, came.body, '')
    if (difference) throw new Disagreement(`${JSON.stringify(ask)}: the answer differs at ${difference}`)
  }
  if (outcome === '200') expected.adopt?.(came.body)
  return outcome
}

/**
 * The path of the first value of `expected` that `actual` lacks, or null. `actual` may have more fields.
 * An expected `status_code` of 0 matches every status: the answer was lost and its status is unknown.
 */
function differenceOf(expected: unknown, actual: unknown, path: string): string | null {
  if (expected === 0 && path.endsWith('.status_code')) return null
  if (typeof expected !== 'object' || expected === null)
    return Object.is(expected, actual)
      ? null
      : `${path}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`
  if (typeof actual !== 'object' || actual === null) return `${path}: ${JSON.stringify(actual)}`
  if (Array.isArray(expected) && (!Array.isArray(actual) || actual.length !== expected.length))
    return `${path}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`
  for (const [field, value] of Object.entries(expected)) {
    const difference = differenceOf(value, (actual as Record<string, unknown>)[field], `${path}.${field}`)
    if (difference) return difference
  }
  return null
}

function compareState(simulator: Simulator, model: Model, after: string): void {
  const now = model.now()
  const { world, ledger } = simulator
  for (const user of Object.values(model.users)) {
    const actual = world.user(user.name)
    // The comparison completes due procedures on copies, so that the simulator must still complete its own.
    const domains = Object.fromEntries(
      [...actual.domains].map(([name, domain]) => [
        name,
        completePendingDomainOperationIfDue(structuredClone(domain), now),
      ]),
    )
    const servers = Object.fromEntries(
      [...actual.servers.values()].map((server) => [server.serverId, completeServerSetupIfDue({ ...server }, now)]),
    )
    const expected = {
      balance: user.balance,
      domains: Object.fromEntries(
        [...user.domains].map(([name, domain]) => [
          name,
          {
            status: domain.status,
            expiryDate: domain.expiry,
            ...(domain.nameservers && { nameservers: domain.nameservers }),
            records: [...domain.records].map(([id, record]) => [id, { id, ...record }]),
            whois: {
              ...(domain.isPrivate !== null && { isPrivate: domain.isPrivate }),
              ...(domain.whois && { fields: domain.whois }),
            },
            lock: {
              isLocked: domain.isLocked,
              isUnlockBlocked: domain.isUnlockBlocked,
              warnsOnLock: domain.warnsOnLock,
            },
            isMigrating: domain.isMigrating,
          },
        ]),
      ),
      servers: Object.fromEntries(
        [...user.servers].map(([id, { memo, status, expiry, autoRenew }]) => [
          id,
          { memo, status, expiryDate: expiry, autoRenew },
        ]),
      ),
    }
    const found = {
      balance: actual.balance,
      domains: Object.fromEntries(
        Object.entries(domains).map(([name, domain]) => [name, { ...domain, records: [...domain.records] }]),
      ),
      servers,
    }
    const sizes =
      Object.keys(found.domains).length !== user.domains.size || Object.keys(servers).length !== user.servers.size
        ? 'the number of domains or servers'
        : null
    const difference = sizes ?? differenceOf(expected, found, user.name)
    if (difference) throw new Disagreement(`After ${after} the state differs at ${difference}`)
  }
  const charges = ledger.charges.map(({ user, kind, target, yen, idempotencyKey }) => ({
    user,
    kind,
    target,
    yen,
    idempotencyKey,
  }))
  const difference = differenceOf(model.charges, charges, 'ledger')
  if (difference) throw new Disagreement(`After ${after} the ledger differs at ${difference}`)
}
