import {
  domains,
  type DomainSpec,
  publicWhois,
  serviceNameservers,
  servers,
  type WorldSettings,
  startDate,
} from './initial-world.ts'

export interface RecordFields {
  type: string
  host: string
  content: string
  ttl: number
  priority: number
}

/** `nameservers`, `isPrivate` and `whois` of an acquired domain are null where the description does not state them. */
export interface ModelDomain {
  status: string
  expiry: string | null
  nameservers: string[] | null
  records: Map<number, RecordFields>
  isPrivate: boolean | null
  whois: Record<string, string> | null
  isLocked: boolean
  isUnlockBlocked: boolean
  warnsOnLock: boolean
  isMailPending: boolean
  isDnsFixed: boolean
  isMigrating: boolean
  pending: { kind: 'create' | 'transfer' | 'migration'; at: number; fails: boolean; expiry: string } | null
}
export interface ModelServer {
  memo: string
  status: string
  expiry: string | null
  autoRenew: boolean
  setup: { at: number; expiry: string } | null
}
export interface ModelUser {
  name: 'aoi' | 'rin'
  balance: number
  hasUsedFreeCampaign: boolean
  domains: Map<string, ModelDomain>
  /** By server ID. */
  servers: Map<string, ModelServer>
}
export interface ModelCharge {
  user: string
  kind: string
  target: string
  yen: number
  idempotencyKey: string | null
}

/** A date (`YYYY-MM-DD`) some months later; the day is limited to the length of that month. */
export function monthsLater(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(index / 12), index % 12]
  const length = [
    31,
    (toYear % 4 === 0 && toYear % 100 !== 0) || toYear % 400 === 0 ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ][toMonth] as number
  return `${toYear}-${String(toMonth + 1).padStart(2, '0')}-${String(Math.min(day, length)).padStart(2, '0')}`
}

export function newDomain(status: string, nameservers: string[] | null): ModelDomain {
  return {
    status,
    expiry: null,
    nameservers,
    records: new Map(),
    isPrivate: null,
    whois: null,
    isLocked: false,
    isUnlockBlocked: false,
    warnsOnLock: false,
    isMailPending: false,
    isDnsFixed: false,
    isMigrating: false,
    pending: null,
  }
}

function domainFrom(spec: DomainSpec, now: number): ModelDomain {
  return {
    ...newDomain(spec.status ?? 'active', serviceNameservers),
    expiry: spec.expiry,
    isPrivate: spec.isPrivate ?? true,
    whois: { ...publicWhois },
    isLocked: spec.lock?.isLocked ?? false,
    isUnlockBlocked: spec.lock?.isUnlockBlocked ?? false,
    warnsOnLock: spec.lock?.warnsOnLock ?? false,
    isMailPending: spec.isMailPending ?? false,
    isDnsFixed: spec.isDnsFixed ?? false,
    isMigrating: spec.pending?.kind === 'migration',
    pending: spec.pending
      ? {
          kind: spec.pending.kind,
          at: now + spec.pending.seconds * 1000,
          fails: spec.pending.fails ?? false,
          expiry: spec.pending.expiry ?? monthsLater(startDate, 12),
        }
      : null,
  }
}

export function createUsers(settings: WorldSettings, now: number): Record<'aoi' | 'rin', ModelUser> {
  const user = (name: 'aoi' | 'rin'): ModelUser => ({
    name,
    balance: settings.balance,
    hasUsedFreeCampaign: settings.hasUsedFreeCampaign,
    domains: new Map(Object.entries(domains[name]).map(([domain, spec]) => [domain, domainFrom(spec, now)])),
    servers: new Map(
      Object.entries(servers[name]).map(([id, { setupSeconds }]) => [
        id,
        {
          memo: '',
          status: setupSeconds === null ? 'active' : 'setup_pending',
          expiry: setupSeconds === null ? '2027-10-31' : null,
          autoRenew: true,
          setup: setupSeconds === null ? null : { at: now + setupSeconds * 1000, expiry: '2027-10-31' },
        },
      ]),
    ),
  })
  return { aoi: user('aoi'), rin: user('rin') }
}

/** Completes every procedure and setup that is due at `now` (ms). */
export function completeDuePendingOperations(users: Record<string, ModelUser>, now: number): void {
  for (const user of Object.values(users)) {
    for (const domain of user.domains.values()) {
      const { pending } = domain
      if (pending === null || pending.at > now) continue
      domain.pending = null
      if (pending.kind === 'migration') domain.isMigrating = false
      else if (!pending.fails) Object.assign(domain, { status: 'active', expiry: pending.expiry })
      else if (pending.kind === 'transfer') domain.status = 'transfer_action_required'
    }
    for (const server of user.servers.values()) {
      if (server.setup === null || server.setup.at > now) continue
      Object.assign(server, { status: 'active', expiry: server.setup.expiry, setup: null })
    }
  }
}
