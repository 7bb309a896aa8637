import { BlockList, isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import type { WhoisFields } from '#shared/api/domain-schemas.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { KeyService } from '#shared/api/key-service-and-permission-category-names.ts'
import { formatJapanTime, formatJapanDate, parseJapanTime } from '#shared/japan-time.ts'
import { createSimulatedHosting, type SimulatedHostingServer } from './simulated-settings-of-hosting-server.ts'
import { createResourcesFromOpenapiDocument } from './serve-openapi-document-as-editable-lists.ts'
import { createSimulatedIpBlock } from './simulated-ip-block.ts'
import { addMonths } from './add-months.ts'
import { type Clock, createSimulatedClock } from './simulated-clock.ts'
import { createIdempotencyStore } from './idempotency-store.ts'
import { createRequestQuota, type RequestQuotaLimits } from './request-quota.ts'
import {
  type KeyGrant,
  type ParsedDomain,
  type ParsedKey,
  type ParsedServer,
  type ParsedUser,
  type ParsedWorld,
  parseWorldFile,
} from './world-file-schema-and-parser.ts'

export const serviceNameservers = ['ns1.simulator.example', 'ns2.simulator.example', 'ns3.simulator.example']

export interface SimulatedDnsRecord {
  id: number
  type: string
  host: string
  content: string
  ttl: number
  priority: number
}

export interface SimulatedDomain {
  name: string
  /** Null for names that are not Japanese. */
  decoded: string | null
  status: string
  expiryDate: string | null
  autoRenew: boolean
  eppStatuses: string[]
  nameservers: string[]
  isDnsEditable: boolean
  records: Map<number, SimulatedDnsRecord>
  whois: {
    isPrivate: boolean
    isPrivacyAvailable: boolean
    isMailValidationPending: boolean
    fields: Required<WhoisFields>
  }
  lock: { isLocked: boolean; isUnlockBlocked: boolean; warnsOnLock: boolean }
  isMigrating: boolean
  pending: {
    kind: 'create' | 'transfer' | 'migration'
    at: number
    outcome: 'done' | 'failed'
    expiryDate: string
  } | null
}

export interface SimulatedServer {
  servername: string
  serverId: string
  planId: string
  planName: string
  status: string
  expiryDate: string | null
  autoRenew: boolean
  memo: string
  /** When a pending setup ends, and the expiry date after it. */
  setup: { at: number; expiryDate: string } | null
  hosting: SimulatedHostingServer
}

export interface SimulatedExecutionLogEntry {
  /** Increases with every log entry of the key; cursors refer to it. */
  position: number
  method: string
  path: string
  status: number
  responseMs: number | null
  address: string
  at: number
}

export interface SimulatedKey {
  index: number
  label: string
  token: string
  expiresAt: number | null
  expiresAtText: string | null
  allowed: BlockList | null
  isLegacy: boolean
  services: Partial<Record<KeyService, KeyGrant & { targetSet: Set<string> }>>
  log: SimulatedExecutionLogEntry[]
}

export interface SimulatedUser {
  name: string
  balance: number
  hasWhoisDefaults: boolean
  hasCreditCard: boolean
  hasUsedFreeCampaign: boolean
  keys: SimulatedKey[]
  servers: Map<string, SimulatedServer>
  domains: Map<string, SimulatedDomain>
}

export const defaultWhois: Required<WhoisFields> = {
  organization_name: '',
  first_name: 'Hanako',
  last_name: 'Rei',
  postal_code: '100-0001',
  state_province: 'Tokyo',
  city: 'Chiyoda-ku',
  address1: '1-1-1 Rei',
  address2: '',
  email: 'whois@simulator.example',
  phone: '+81.300000000',
  fax: '',
  country: 'JP',
  role: '',
}

/** Returns the Unicode form of a name in Punycode; null for any other name. */
export function decodePunycodeName(name: string): string | null {
  if (!name.includes('xn--')) return null
  const decoded = domainToUnicode(name)
  return decoded === '' || decoded === name ? null : decoded
}

export function buildServerName(serverId: string): string {
  return `${serverId}.simulator.example`
}

const addressFamily = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4')

function allowedAddresses(ipAllow: string[]): BlockList | null {
  if (ipAllow.length === 0) return null
  const list = new BlockList()
  for (const entry of ipAllow) {
    const [ip = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(ip, addressFamily(ip))
    else list.addSubnet(ip, Number(bits), addressFamily(ip))
  }
  return list
}

/**
 * Creates the state that the simulator serves, from a world file (any JSON; an invalid field throws `invalid_input`
 * with its path). Time runs on `source` from the file's `clock`.
 */
export function createWorld(json: unknown, source: Clock) {
  const file = parseWorldFile(json)
  const clock = createSimulatedClock(source, file.clock === undefined ? null : parseJapanTime(file.clock))
  const startedAt = clock.now()
  let lastRecordId = 0

  const buildDomain = (domain: ParsedDomain): SimulatedDomain => {
    const isUnderway = domain.status === 'pending_create' || domain.status === 'transferring'
    const yearLater = addMonths(formatJapanDate(startedAt), 12)
    const records = domain.records.map((record) => {
      lastRecordId = Math.max(record.id ?? 0, lastRecordId + 1)
      return { ...record, id: record.id ?? lastRecordId }
    })
    return {
      name: domain.domain_name,
      decoded: decodePunycodeName(domain.domain_name),
      status: domain.status,
      expiryDate: domain.expiry_date === undefined ? (isUnderway ? null : yearLater) : domain.expiry_date,
      autoRenew: domain.auto_renew,
      eppStatuses: domain.epp_statuses,
      nameservers: domain.nameservers ?? serviceNameservers,
      isDnsEditable: domain.dns_editable,
      records: new Map(records.map((record) => [record.id, record])),
      whois: {
        isPrivate: domain.whois?.whois_privacy ?? true,
        isPrivacyAvailable: domain.whois?.is_whois_privacy_available ?? true,
        isMailValidationPending: domain.whois?.mail_validation_required ?? false,
        fields: { ...defaultWhois, ...(domain.whois?.fields as Partial<Required<WhoisFields>> | undefined) },
      },
      lock: {
        isLocked: domain.lock?.locked ?? false,
        isUnlockBlocked: domain.lock?.unlock_blocked ?? false,
        warnsOnLock: domain.lock?.warn_on_lock ?? false,
      },
      isMigrating:
        domain.whois?.locked_by_migration === true ||
        domain.lock?.locked_by_migration === true ||
        domain.pending?.kind === 'migration',
      pending: domain.pending
        ? {
            kind: domain.pending.kind,
            at: startedAt + domain.pending.seconds * 1000,
            outcome: domain.pending.outcome,
            expiryDate: domain.pending.expiry_date ?? yearLater,
          }
        : null,
    }
  }

  const buildServer = (server: ParsedServer): SimulatedServer => {
    const isPending = server.status === 'setup_pending'
    const yearLater = addMonths(formatJapanDate(startedAt), 12)
    const servername = server.servername ?? buildServerName(server.server_id)
    return {
      servername,
      serverId: server.server_id,
      planId: server.plan_id,
      planName: file.plans.find(({ plan_id }) => plan_id === server.plan_id)?.plan_name ?? server.plan_id,
      status: server.status,
      expiryDate: isPending ? null : server.expiry_date === undefined ? yearLater : server.expiry_date,
      autoRenew: server.auto_renew,
      memo: server.memo,
      setup:
        isPending && server.pending
          ? { at: startedAt + server.pending.seconds * 1000, expiryDate: server.expiry_date ?? yearLater }
          : null,
      hosting: createSimulatedHosting([servername, ...server.domains], server.error_log),
    }
  }

  const buildKey = (key: ParsedKey, index: number): SimulatedKey => ({
    index,
    label: key.label ?? `key ${index + 1}`,
    token: key.token,
    expiresAt: key.expires_at === null ? null : parseJapanTime(key.expires_at),
    expiresAtText: key.expires_at,
    allowed: allowedAddresses(key.ip_allow),
    isLegacy: key.legacy,
    services: Object.fromEntries(
      Object.entries(key.services).map(([service, grant]) => [
        service,
        { ...grant, targetSet: new Set(grant.targets.map((target) => target.toLowerCase())) },
      ]),
    ),
    log: [],
  })

  const buildUser = (user: ParsedUser): SimulatedUser => {
    const keys = user.keys.map(buildKey)
    const entries = user.logs
      .map((entry) => ({ ...entry, at: parseJapanTime(entry.created_at) as number }))
      .sort((a, b) => a.at - b.at)
    for (const { key, method, path, status_code, response_time_ms, ip_address, at } of entries) {
      const { log } = keys[key] as SimulatedKey
      log.push({
        position: log.length + 1,
        method,
        path,
        status: status_code,
        responseMs: response_time_ms,
        address: ip_address,
        at,
      })
    }
    return {
      name: user.name,
      balance: user.balance,
      hasWhoisDefaults: user.whois_defaults,
      hasCreditCard: user.credit_card,
      hasUsedFreeCampaign: user.free_campaign_used,
      keys,
      servers: new Map(user.servers.map(buildServer).map((server) => [server.servername, server])),
      domains: new Map(user.domains.map(buildDomain).map((domain) => [domain.name, domain])),
    }
  }

  const users = file.users.map(buildUser)
  const holders = new Map(users.flatMap((user) => user.keys.map((key) => [key.token, { user, key }] as const)))
  const owners = new Map<string, SimulatedUser>()
  const serverIds = new Set<string>()
  for (const user of users) {
    for (const name of user.domains.keys()) owners.set(name, user)
    for (const { serverId } of user.servers.values()) serverIds.add(serverId)
  }

  return {
    /** The validated world file, with defaults. */
    file: file as ParsedWorld,
    clock,
    users,
    /** Who owns a domain name, over all users. */
    owners,
    /** Every server id taken, over all users. */
    serverIds,
    registered: new Map(file.registered.map((entry) => [entry.domain_name, entry])),
    premium: new Set(file.premium),
    externalConflict: new Set(file.external_conflict),
    quota: createRequestQuota({ ...file, limits: file.limits as Record<RateLimitClass, RequestQuotaLimits> }),
    ipBlock: createSimulatedIpBlock(file.auth_block),
    idempotencyStore: createIdempotencyStore(),
    openapiOperations: file.openapi_document ? createResourcesFromOpenapiDocument(file.openapi_document) : null,
    /** Names on which a paid procedure is running at this moment. */
    procedures: new Set<string>(),
    findKeyHolder: (token: string) => holders.get(token) ?? null,
    nextRecordId: () => {
      lastRecordId += 1
      return lastRecordId
    },
    user(name: string): SimulatedUser {
      const user = users.find((candidate) => candidate.name === name)
      if (!user) throw new Error(`The world has no user ${name}`)
      return user
    },
    timeText: () => formatJapanTime(clock.now()),
    today: () => formatJapanDate(clock.now()),
  }
}
export type World = ReturnType<typeof createWorld>

/** Completes the pending registration, transfer or migration if its end time has passed. */
export function completePendingDomainOperationIfDue(domain: SimulatedDomain, now: number): SimulatedDomain {
  const { pending } = domain
  if (pending === null || pending.at > now) return domain
  domain.pending = null
  if (pending.kind === 'migration') {
    domain.isMigrating = false
  } else if (pending.outcome === 'done') {
    domain.status = 'active'
    domain.expiryDate = pending.expiryDate
  } else if (pending.kind === 'transfer') {
    domain.status = 'transfer_action_required'
  }
  return domain
}

export function completeServerSetupIfDue(server: SimulatedServer, now: number): SimulatedServer {
  if (server.setup === null || server.setup.at > now) return server
  server.status = 'active'
  server.expiryDate = server.setup.expiryDate
  server.setup = null
  return server
}
