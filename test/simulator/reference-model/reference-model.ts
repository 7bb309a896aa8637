import {
  isValidContent,
  isValidIdempotencyKey,
  isValidMemo,
  isValidNameserverList,
  isValidRecord,
  isValidWhoisChange,
  isValidPaidBody,
} from './field-rules.ts'
import { type OperationRequest, getModelOperation } from './endpoints-of-reference-model.ts'
import {
  type PaidOutcome,
  expectedAcquireOutcome,
  expectedServerOrderOutcome,
  expectedRenewOutcome,
  expectedTransferOutcome,
} from './expected-paid-outcomes.ts'
import {
  createUsers,
  type ModelCharge,
  type ModelDomain,
  type ModelUser,
  type RecordFields,
  completeDuePendingOperations,
} from './model-state.ts'
import {
  ipBlock,
  externalRegistrations,
  conflictingDomainNames,
  type KeyName,
  keys,
  type KeySpec,
  perMinuteLimits,
  premiumDomainNames,
  type WorldSettings,
  tlds,
} from './initial-world.ts'

export type ModelFault =
  | { kind: 'reset-before' }
  | { kind: 'reset-after' }
  | { kind: 'status'; status: number; code: string; when: 'before' | 'after' }

/**
 * The expected result of a call: one of `outcomes` (`200`, or status and code), or no answer if `isLost`.
 * `body` holds the fields of a 200 that the description states.
 */
export interface Expectation {
  outcomes: string[]
  isLost: boolean
  body?: unknown
  /** The value of `X-RateLimit-Remaining`; null if the answer has no rate headers. */
  remaining: number | null
  /** Stores values that only the answer contains, such as a record ID. */
  adopt?: (body: Record<string, unknown>) => void
}

interface Memory {
  at: number
  content: string
  state: 'done' | 'burnt'
  body: unknown
}

const ok = '200'
const twoDaysMs = 48 * 3_600_000
const logDaysMs = 90 * 24 * 3_600_000
const minuteMs = 60_000
const dateInJapan = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10)

/**
 * A model of the service, written from the API description for calls that do not overlap.
 * It shares no code with the simulator.
 */
export function createModel(settings: WorldSettings, startMs: number) {
  let now = startMs
  const users = createUsers(settings, startMs)
  const charges: ModelCharge[] = []
  const memories = new Map<string, Memory>()
  const windows = new Map<string, number[]>()
  const logs = new Map<KeyName, { method: string; path: string; status: number; at: number }[]>()
  let failures: number[] = []
  let blockedUntil = -Infinity

  function admit(user: string, limit: 'domain' | 'server' | 'account'): { isAdmitted: boolean; remaining: number } {
    const id = `${user} ${limit}`
    const recent = (windows.get(id) ?? []).filter((at) => at > now - minuteMs)
    const isAdmitted = recent.length < perMinuteLimits[limit]
    if (isAdmitted) recent.push(now)
    windows.set(id, recent)
    return { isAdmitted, remaining: perMinuteLimits[limit] - recent.length }
  }

  function permissionRefusals(ask: OperationRequest, key: KeySpec): string[] {
    const { service, category, method, isPaid, isSignup, on } = getModelOperation(ask.op)
    if (service === null) return []
    const grant = key[service]
    const refused = '403 FORBIDDEN'
    if (!grant) return [refused]
    const isWrite = method !== 'GET'
    const found: string[] = []
    if (grant.type === 'read' && isWrite) found.push(refused)
    if (grant.type === 'custom' && category !== undefined) {
      const level = grant.categories?.[category] ?? 'none'
      if (level !== 'full' && (isWrite || level !== 'read')) found.push(refused)
    }
    if ((isPaid || isSignup) && !grant.mayPay) found.push(refused)
    if ((ask.op === 'acquire' || ask.op === 'order') && grant.targets) found.push(refused)
    const user = users[key.user]
    const target = ask.target ?? ''
    if (on === 'domain' && !user.domains.has(target)) found.push('404 DOMAIN_NOT_FOUND')
    if (on === 'server' && !user.servers.has(target)) found.push('404 NOT_FOUND')
    const isInTargets = grant.targets?.includes(service === 'server' ? `${target}.simulator.example` : target) ?? true
    if (
      !isInTargets &&
      (ask.op === 'transfer' ||
        (on === 'domain' && user.domains.has(target)) ||
        (on === 'server' && user.servers.has(target)))
    )
      found.push(refused)
    return found
  }

  function listed(user: ModelUser, key: KeySpec) {
    return [...user.domains].filter(([name]) => key.domain?.targets?.includes(name) ?? true)
  }

  /** The result of a call that is not paid: its refusals, or the function that runs it. */
  function plain(
    ask: OperationRequest,
    user: ModelUser,
    key: KeySpec,
    keyName: KeyName,
  ): { refusals: string[]; run?: () => Pick<Expectation, 'body' | 'adopt'> } {
    const body = ask.body ?? {}
    const invalid = (isRight: boolean) => (isRight ? [] : ['422 VALIDATION_ERROR'])
    const domain = user.domains.get(ask.target ?? '') as ModelDomain
    const server = user.servers.get(ask.target ?? '')
    const inactive = () => (domain.status === 'active' ? [] : ['409 DOMAIN_NOT_ACTIVE'])
    const migrating = () => (domain.isMigrating ? ['409 MIGRATION_LOCKED'] : [])
    const noWhois = () => (/\.(co|or|ne)\.jp$/.test(ask.target ?? '') ? ['409 WHOIS_NOT_EDITABLE'] : [])
    const fixed = () => (domain.isDnsFixed ? ['404 DOMAIN_NOT_FOUND'] : [])
    const unknownRecord = () => (domain.records.has(ask.recordId as number) ? [] : ['404 RECORD_NOT_FOUND'])
    /** A field of the record after the change; a valid value if there is no such record. */
    const changed = (fields: Record<string, unknown>, name: 'type' | 'content') =>
      fields[name] ?? domain.records.get(ask.recordId as number)?.[name] ?? (name === 'type' ? 'TXT' : '192.0.2.1')
    const held = (record: RecordFields): RecordFields => ({
      ...record,
      priority: record.type === 'MX' || record.type === 'SRV' ? record.priority : 0,
    })
    switch (ask.op) {
      case 'list':
        return {
          refusals: [],
          run: () => ({
            body: {
              domains: listed(user, key).map(([name, { expiry, status }]) => ({
                domain_name: name,
                expiry_date: expiry,
                status,
                decoded_domain: null,
              })),
            },
          }),
        }
      case 'logs': {
        const entries = (logs.get(keyName) ?? []).filter(({ at }) => at >= now - logDaysMs)
        return {
          refusals: [],
          run: () => ({
            body: {
              logs: entries
                .toReversed()
                .slice(0, 50)
                .map(({ method, path, status }) => ({ method, path, status_code: status })),
              count: Math.min(50, entries.length),
              has_more: entries.length > 50,
            },
          }),
        }
      }
      case 'detail':
        return {
          refusals: [],
          run: () => ({
            body: { domain_name: ask.target, expiry_date: domain.expiry, status: domain.status, auto_renew: false },
          }),
        }
      case 'nameservers':
        return {
          refusals: inactive(),
          run: () => (domain.nameservers ? { body: { nameservers: domain.nameservers } } : {}),
        }
      case 'setNameservers':
        return {
          refusals: [...invalid(isValidNameserverList(body)), ...inactive()],
          run() {
            domain.nameservers = body['nameservers'] as string[]
            return { body: { nameservers: domain.nameservers } }
          },
        }
      case 'dns':
        return {
          refusals: fixed(),
          run: () => ({ body: { records: [...domain.records].map(([id, record]) => ({ id, ...record })) } }),
        }
      case 'addRecord':
        return {
          refusals: [
            ...invalid(isValidRecord(body, true) && isValidContent(body['type'], body['content'])),
            ...fixed(),
          ],
          run() {
            const record = held({ ttl: 3600, priority: 0, ...body } as RecordFields)
            return { body: { ...record }, adopt: (answer) => void domain.records.set(answer['id'] as number, record) }
          },
        }
      case 'changeRecord':
        return {
          refusals: [
            ...invalid(isValidRecord(body, false) && isValidContent(changed(body, 'type'), changed(body, 'content'))),
            ...fixed(),
            ...unknownRecord(),
          ],
          run() {
            const old = domain.records.get(ask.recordId as number) as RecordFields
            const record = Object.assign(old, held({ ...old, ...body }))
            return { body: { id: ask.recordId, ...record } }
          },
        }
      case 'deleteRecord':
        return {
          refusals: [...fixed(), ...unknownRecord()],
          run() {
            domain.records.delete(ask.recordId as number)
            return {}
          },
        }
      case 'whois':
        return {
          refusals: [...inactive(), ...noWhois()],
          run: () => ({
            body: {
              locked_by_migration: domain.isMigrating,
              mail_validation_required: domain.isMailPending,
              ...(domain.whois && { fields: domain.whois }),
              ...(domain.isPrivate !== null && { whois_privacy: domain.isPrivate }),
            },
          }),
        }
      case 'setWhois':
        return {
          refusals: [
            ...invalid(isValidWhoisChange(body, domain.isPrivate) !== false),
            ...inactive(),
            ...noWhois(),
            ...migrating(),
            ...(domain.isMailPending ? ['409 MAIL_VALIDATION_REQUIRED'] : []),
          ],
          run() {
            if (body['whois_privacy'] !== undefined) domain.isPrivate = body['whois_privacy'] as boolean
            const fields = body['fields'] as Record<string, string> | undefined
            if (fields && Object.keys(fields).length > 0) domain.whois = { ...fields }
            return {}
          },
        }
      case 'lock':
        return {
          refusals: inactive(),
          run: () => ({
            body: {
              locked: domain.isLocked,
              locked_by_migration: domain.isMigrating,
              unlock_blocked: domain.isUnlockBlocked,
              warn_on_lock: domain.warnsOnLock,
            },
          }),
        }
      case 'setLock': {
        const { locked } = body
        return {
          refusals: [
            ...invalid(typeof locked === 'boolean'),
            ...inactive(),
            ...migrating(),
            ...(locked === false && domain.isUnlockBlocked ? ['409 UNLOCK_BLOCKED'] : []),
          ],
          run() {
            domain.isLocked = locked as boolean
            if (locked && domain.warnsOnLock) Object.assign(domain, { warnsOnLock: false, isUnlockBlocked: true })
            return { body: { locked } }
          },
        }
      }
      case 'check': {
        const name = ask.query?.['domain_name'] ?? ''
        return { refusals: invalid(name.length >= 1 && name.length <= 255), run: () => ({ body: availability(name) }) }
      }
      case 'servers': {
        const mine = [...user.servers].filter(
          ([id]) => key.server?.targets?.includes(`${id}.simulator.example`) ?? true,
        )
        return {
          refusals: [],
          run: () => ({
            body: {
              servers: mine.map(([id, { status, expiry, memo, autoRenew }]) => ({
                server_id: id,
                status,
                expiry_date: expiry,
                memo,
                auto_renew: autoRenew,
              })),
            },
          }),
        }
      }
      case 'signupStatus':
        return {
          refusals: [],
          run: () => ({ body: { server_id: ask.target, status: server?.status, expiry_date: server?.expiry } }),
        }
      case 'memo':
        return { refusals: [], run: () => ({ body: { memo: server?.memo } }) }
      case 'setMemo':
        return {
          refusals: invalid(isValidMemo(body)),
          run() {
            Object.assign(server as object, { memo: body['memo'] })
            return { body: { memo: body['memo'] } }
          },
        }
      default:
        return { refusals: [], run: () => ({}) }
    }
  }

  function availability(name: string) {
    const tld = tlds[name.split('.').slice(1).join('.')]
    const isOwned = Object.values(users).some(({ domains }) => domains.has(name))
    const reason = /[^a-z0-9.-]/i.test(name)
      ? 'invalid_name'
      : !tld
        ? 'unsupported_tld'
        : premiumDomainNames.includes(name)
          ? 'premium'
          : isOwned || externalRegistrations[name]
            ? 'registered'
            : conflictingDomainNames.includes(name)
              ? 'conflict'
              : null
    const isPriced = reason !== 'invalid_name' && tld !== undefined
    return {
      available: reason === null,
      reason: reason === 'conflict' ? 'external_conflict' : reason,
      prices: isPriced ? { register: tld.register, renew: tld.renew, transfer: tld.transfer } : null,
    }
  }

  function offerOf(ask: OperationRequest, user: ModelUser): PaidOutcome {
    const ground = { users, settings, now, today: dateInJapan(now) }
    const body = ask.body ?? {}
    if (ask.op === 'acquire') return expectedAcquireOutcome(ground, user, body)
    if (ask.op === 'transfer') return expectedTransferOutcome(ground, user, ask.target as string, body)
    if (ask.op === 'renew') return expectedRenewOutcome(user, ask.target as string, body)
    return expectedServerOrderOutcome(ground, user, body)
  }

  function contentOf({ op, target, body = {} }: OperationRequest): string {
    const defaults = { acquire: { years: 1 }, order: { auto_renew: true } }[op as string] ?? {}
    const whole: Record<string, unknown> = { ...defaults, ...body }
    delete whole['dry_run']
    return JSON.stringify([
      op,
      target,
      Object.keys(whole)
        .sort()
        .map((field) => [field, whole[field]]),
    ])
  }

  /** The result of a call without faults. The state changes only when `run` is called. */
  function judge(
    ask: OperationRequest,
    user: ModelUser,
    key: KeySpec,
    keyName: KeyName,
  ): { refusals: string[]; run?: () => Pick<Expectation, 'body' | 'adopt'> } {
    const { isPaid, method, on } = getModelOperation(ask.op)
    const early = permissionRefusals(ask, key)
    if (ask.isMalformed && method !== 'GET') early.push('400 BAD_REQUEST')
    if (!isPaid) {
      const isThere = on === undefined || (on === 'domain' ? user.domains : user.servers).has(ask.target ?? '')
      const { refusals, run } = isThere ? plain(ask, user, key, keyName) : { refusals: [] }
      return { refusals: [...early, ...refusals], ...(run && { run }) }
    }
    const body = ask.body ?? {}
    const isDry = body['dry_run'] === true
    const decision = ask.decision ?? null
    if (!isValidPaidBody[ask.op as keyof typeof isValidPaidBody](body)) early.push('422 VALIDATION_ERROR')
    if (decision === null ? !isDry : !isValidIdempotencyKey(decision)) early.push('422 VALIDATION_ERROR')
    if (early.length > 0) return { refusals: early }
    const offer = offerOf(ask, user)
    if (isDry) return { refusals: offer.refusals, run: () => ({ body: { dry_run: true, total_price: offer.price } }) }

    const replay = ask.op === 'order' ? settings.orderReplay : 'replay'
    const memory = remembered(user, decision as string)
    const content = contentOf(ask)
    if (memory?.state === 'burnt' || (memory && replay === 'refuse')) return { refusals: ['409 DUPLICATE_REQUEST'] }
    if (memory && replay === 'replay')
      return memory.content === content
        ? { refusals: [], run: () => ({ body: memory.body }) }
        : { refusals: ['422 VALIDATION_ERROR'] }
    return {
      refusals: offer.refusals,
      run() {
        const answer = structuredClone(offer.buy())
        user.balance -= offer.price
        charges.push({
          user: user.name,
          kind: offer.kind,
          target: offer.target,
          yen: offer.price,
          idempotencyKey: decision,
        })
        memories.set(`${user.name} ${decision}`, { at: now, content, state: 'done', body: answer })
        return { body: answer }
      },
    }
  }

  function remembered(user: ModelUser, decision: string): Memory | undefined {
    const memory = memories.get(`${user.name} ${decision}`)
    return memory && memory.at + twoDaysMs > now ? memory : undefined
  }

  function note(keyName: KeyName | null, ask: OperationRequest, outcome: string): void {
    if (keyName === null) return
    const { method, path } = getModelOperation(ask.op)
    logs.set(keyName, [
      ...(logs.get(keyName) ?? []),
      { method, path: path(ask), status: Number(outcome.slice(0, 3)), at: now },
    ])
  }

  return {
    users,
    charges,
    now: () => now,
    advance(seconds: number) {
      now += seconds * 1000
      completeDuePendingOperations(users, now)
    },
    /** Judges and runs one call. The caller then reports the received outcome through `heard`. */
    expect(
      ask: OperationRequest,
      keyName: KeyName | null,
      fault: ModelFault | null,
    ): Expectation & { heard(outcome: string): void } {
      const key: KeySpec | null = keyName === null ? null : keys[keyName]
      const silent = { outcomes: [], isLost: true, remaining: null, heard: () => undefined }
      if (fault?.kind === 'reset-before') return silent
      const struck = fault?.kind === 'status' ? `${fault.status} ${fault.code}` : null
      const isBlocked = blockedUntil > now
      const isExpired = key?.expiresAfter !== undefined && now >= startMs + key.expiresAfter * 1000
      const answerWith = (
        outcomes: string[],
        rest: Partial<Expectation> = {},
      ): Expectation & { heard(outcome: string): void } => ({
        outcomes: struck === null ? outcomes : [struck],
        isLost: fault?.kind === 'reset-after',
        remaining: null,
        ...(struck === null && rest),
        heard: (outcome) => note(isBlocked ? null : keyName, ask, outcome),
      })
      if (isBlocked) return answerWith(['429 RATE_LIMIT_EXCEEDED'])
      if (key === null || isExpired) {
        failures = [...failures.filter((at) => at > now - ipBlock.windowMs), now]
        if (failures.length >= ipBlock.failures) [blockedUntil, failures] = [now + ipBlock.blockMs, []]
        return answerWith(['401 UNAUTHORIZED'])
      }
      if (key.isElsewhereOnly) return answerWith(['403 FORBIDDEN'])

      const user = users[key.user]
      const { limit, isPaid } = getModelOperation(ask.op)
      const { isAdmitted, remaining } = admit(user.name, limit)
      const burn = () => {
        const isDry = !ask.isMalformed && ask.body?.['dry_run'] === true
        if (isPaid && !isDry && fault?.kind === 'status' && fault.status >= 500 && typeof ask.decision === 'string') {
          memories.set(`${user.name} ${ask.decision}`, { at: now, content: '', state: 'burnt', body: null })
        }
      }
      if (!isAdmitted) {
        burn()
        return answerWith(['429 RATE_LIMIT_EXCEEDED'], { remaining })
      }
      const { refusals, run } = judge(ask, user, key, keyName as KeyName)
      const isRun = refusals.length === 0 && run !== undefined && !(fault?.kind === 'status' && fault.when === 'before')
      const done = isRun ? run() : {}
      burn()
      return answerWith(refusals.length > 0 ? [...new Set(refusals)] : [ok], { ...done, remaining })
    },
    /** Whether the description states the result of this call. */
    isSettled(ask: OperationRequest, keyName: KeyName | null): boolean {
      if (ask.op !== 'setWhois' || keyName === null) return true
      const domain = users[keys[keyName].user].domains.get(ask.target ?? '')
      return !domain || isValidWhoisChange(ask.body ?? {}, domain.isPrivate) !== null
    },
  }
}
export type Model = ReturnType<typeof createModel>
