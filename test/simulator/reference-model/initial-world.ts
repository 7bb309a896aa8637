import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'

/** The settings of the world that vary between sequences. */
export interface WorldSettings {
  balance: number
  hasWhoisDefaults: boolean
  hasCreditCard: boolean
  hasUsedFreeCampaign: boolean
  orderReplay: 'replay' | 'execute' | 'refuse'
  authCodeCheck: 'dry_run' | 'request' | 'registry'
}

type Level = 'full' | 'read' | 'none'
interface Grant {
  type: 'full' | 'read' | 'custom'
  categories?: Record<string, Level>
  /** All targets if omitted. */
  targets?: string[]
  mayPay?: boolean
}
export interface KeySpec {
  token: string
  user: 'aoi' | 'rin'
  /** Seconds after the start at which the key expires. */
  expiresAfter?: number
  isElsewhereOnly?: boolean
  domain?: Grant
  server?: Grant
}

const all = (mayPay: boolean): Pick<KeySpec, 'domain' | 'server'> => ({
  domain: { type: 'full', mayPay },
  server: { type: 'full', mayPay },
})

export const keys = {
  all: { token: 'model_key_all', user: 'aoi', ...all(true) },
  noPaying: { token: 'model_key_no_paying', user: 'aoi', ...all(false) },
  read: {
    token: 'model_key_read',
    user: 'aoi',
    domain: { type: 'read', mayPay: true },
    server: { type: 'read', mayPay: true },
  },
  dns: {
    token: 'model_key_dns',
    user: 'aoi',
    domain: { type: 'custom', categories: { dns: 'full', nameserver: 'read', domain: 'none' } },
  },
  registrar: {
    token: 'model_key_registrar',
    user: 'aoi',
    domain: {
      type: 'custom',
      categories: { domain: 'full', whois: 'full', registrar_lock: 'full', nameserver: 'full' },
      mayPay: true,
    },
  },
  selected: {
    token: 'model_key_selected',
    user: 'aoi',
    domain: { type: 'full', targets: ['a.com', 'move.com', 'e.com'], mayPay: true },
    server: { type: 'full', targets: ['web01.simulator.example'], mayPay: true },
  },
  expiring: { token: 'model_key_expiring', user: 'aoi', expiresAfter: 3600, ...all(true) },
  elsewhere: { token: 'model_key_elsewhere', user: 'aoi', isElsewhereOnly: true, ...all(true) },
  serverOnly: { token: 'model_key_server_only', user: 'aoi', server: { type: 'full' } },
  rin: { token: 'model_key_of_rin', user: 'rin', ...all(true) },
} satisfies Record<string, KeySpec>
export type KeyName = keyof typeof keys
export const keyNames = Object.keys(keys) as KeyName[]

export const startTimeText = '2026-11-20 12:00:00'
export const startDate = '2026-11-20'
export const perMinuteLimits = { domain: 60, server: 30, account: 30 } as const
export const ipBlock = { failures: 5, windowMs: 60_000, blockMs: 120_000 }

export interface Tld {
  register: number
  renew: number | null
  transfer: number | null
  maxYears: number
  acquisitionSeconds: number
}
export const tlds: Record<string, Tld> = {
  com: { register: 990, renew: 1650, transfer: 1650, maxYears: 5, acquisitionSeconds: 0 },
  jp: { register: 2200, renew: 3124, transfer: null, maxYears: 1, acquisitionSeconds: 0 },
  free: { register: 0, renew: 1000, transfer: null, maxYears: 5, acquisitionSeconds: 0 },
  slow: { register: 500, renew: null, transfer: 500, maxYears: 5, acquisitionSeconds: 60 },
}
export const plans: Record<string, { periods: Record<number, number>; setupSeconds: number }> = {
  small: { periods: { 3: 3000, 12: 10_000 }, setupSeconds: 60 },
  quick: { periods: { 12: 5000 }, setupSeconds: 0 },
}

/** Domains registered outside the service. */
export const externalRegistrations: Record<
  string,
  {
    authCode?: string
    isLocked?: boolean
    registeredOn?: string
    expiry?: string
    transferSeconds: number
    fails?: boolean
  }
> = {
  'move.com': { authCode: 'right-code', expiry: '2027-03-01', transferSeconds: 60 },
  'fail.com': { transferSeconds: 60, fails: true, expiry: '2027-05-01' },
  'locked.com': { isLocked: true, transferSeconds: 60 },
  'young.com': { registeredOn: '2026-11-01', expiry: '2027-11-01', transferSeconds: 60 },
}
export const premiumDomainNames = ['gold.com']
export const conflictingDomainNames = ['conflict.com']

export const publicWhois = {
  organization_name: '',
  first_name: 'Taro',
  last_name: 'Yamada',
  postal_code: '100-0001',
  state_province: 'Tokyo',
  city: 'Chiyoda-ku',
  address1: '1-1',
  address2: '',
  email: 'taro@example.com',
  phone: '+81.312345678',
  fax: '',
  country: 'JP',
  role: '',
}
export const serviceNameservers = ['ns1.model.example', 'ns2.model.example']

export interface DomainSpec {
  status?: 'active' | 'expired' | 'pending_create' | 'transferring'
  expiry: string | null
  isPrivate?: boolean
  lock?: { isLocked?: boolean; isUnlockBlocked?: boolean; warnsOnLock?: boolean }
  isMailPending?: boolean
  isDnsFixed?: boolean
  pending?: { kind: 'create' | 'transfer' | 'migration'; seconds: number; fails?: boolean; expiry?: string }
}
export const domains: Record<'aoi' | 'rin', Record<string, DomainSpec>> = {
  aoi: {
    'a.com': { expiry: '2027-02-28' },
    'b.com': { expiry: '2028-02-29', isPrivate: false, lock: { warnsOnLock: true } },
    'c.com': { expiry: '2026-11-01', status: 'expired' },
    'd.com': {
      expiry: null,
      status: 'pending_create',
      pending: { kind: 'create', seconds: 300, expiry: '2027-11-20' },
    },
    'e.com': { expiry: null, status: 'transferring', pending: { kind: 'transfer', seconds: 300, fails: true } },
    'm.com': { expiry: '2027-06-30', pending: { kind: 'migration', seconds: 100_000 } },
    'v.com': { expiry: '2027-06-30', isMailPending: true },
    'k.com': { expiry: '2027-06-30', lock: { isLocked: true, isUnlockBlocked: true } },
    'n.com': { expiry: '2027-06-30', isDnsFixed: true },
    'x.jp': { expiry: '2027-06-30' },
    't.co.jp': { expiry: '2027-06-30' },
  },
  rin: { 'r.com': { expiry: '2027-06-30' } },
}
export const servers: Record<'aoi' | 'rin', Record<string, { setupSeconds: number | null }>> = {
  aoi: { web01: { setupSeconds: null }, web02: { setupSeconds: 300 } },
  rin: { rin01: { setupSeconds: null } },
}

const startMs = Date.UTC(2026, 10, 20, 3, 0, 0)
const japanText = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** The world of the model as a world file for the simulator. */
export function createWorldFile(settings: WorldSettings): WorldFile {
  const grant = (spec: Grant | undefined, extra: 'allow_signup' | 'allow_acquisition') =>
    spec && {
      permission_type: spec.type,
      ...(spec.categories && { permissions: spec.categories }),
      ...(spec.targets && { target_mode: 'selected' as const, targets: spec.targets }),
      [extra]: spec.mayPay ?? false,
    }
  const specs = Object.values(keys) as KeySpec[]
  const user = (name: 'aoi' | 'rin') => ({
    name,
    balance: settings.balance,
    whois_defaults: settings.hasWhoisDefaults,
    credit_card: settings.hasCreditCard,
    free_campaign_used: settings.hasUsedFreeCampaign,
    keys: specs
      .filter((key) => key.user === name)
      .map((key) => ({
        token: key.token,
        expires_at: key.expiresAfter === undefined ? null : japanText(startMs + key.expiresAfter * 1000),
        ip_allow: key.isElsewhereOnly ? ['192.0.2.1'] : [],
        services: JSON.parse(
          JSON.stringify({ domain: grant(key.domain, 'allow_acquisition'), server: grant(key.server, 'allow_signup') }),
        ),
      })),
    servers: Object.entries(servers[name]).map(([server_id, { setupSeconds }]) => ({
      server_id,
      plan_id: 'small',
      expiry_date: '2027-10-31',
      ...(setupSeconds !== null && {
        status: 'setup_pending' as const,
        pending: { kind: 'setup' as const, seconds: setupSeconds },
      }),
    })),
    domains: Object.entries(domains[name]).map(([domain_name, spec]) => ({
      domain_name,
      status: spec.status ?? 'active',
      expiry_date: spec.expiry,
      nameservers: serviceNameservers,
      dns_editable: !spec.isDnsFixed,
      whois: {
        whois_privacy: spec.isPrivate ?? true,
        fields: publicWhois,
        mail_validation_required: spec.isMailPending ?? false,
      },
      lock: {
        locked: spec.lock?.isLocked ?? false,
        unlock_blocked: spec.lock?.isUnlockBlocked ?? false,
        warn_on_lock: spec.lock?.warnsOnLock ?? false,
      },
      ...(spec.pending && {
        pending: {
          kind: spec.pending.kind,
          seconds: spec.pending.seconds,
          outcome: spec.pending.fails ? ('failed' as const) : ('done' as const),
          ...(spec.pending.expiry && { expiry_date: spec.pending.expiry }),
        },
      }),
    })),
  })
  return {
    clock: startTimeText,
    limits: {
      domain: { per_minute: perMinuteLimits.domain },
      server: { per_minute: perMinuteLimits.server },
      account: { per_minute: perMinuteLimits.account },
    },
    auth_block: {
      failures: ipBlock.failures,
      window_seconds: ipBlock.windowMs / 1000,
      block_seconds: ipBlock.blockMs / 1000,
    },
    server_order_replay: settings.orderReplay,
    auth_code_check: settings.authCodeCheck,
    plans: Object.entries(plans).map(([plan_id, { periods, setupSeconds }]) => ({
      plan_id,
      plan_name: plan_id,
      periods: Object.entries(periods).map(([months, total_price]) => ({ months: Number(months), total_price })),
      setup_seconds: setupSeconds,
    })),
    tlds: Object.entries(tlds).map(([tld, { register, renew, transfer, maxYears, acquisitionSeconds }]) => ({
      tld,
      register,
      renew,
      transfer,
      max_years: maxYears,
      hold_seconds: acquisitionSeconds,
    })),
    registered: Object.entries(externalRegistrations).map(
      ([domain_name, { authCode, isLocked, registeredOn, expiry, transferSeconds, fails }]) => ({
        domain_name,
        auth_code: authCode ?? null,
        locked: isLocked ?? false,
        ...(registeredOn && { registered_on: registeredOn }),
        ...(expiry && { expiry_date: expiry }),
        transfer_seconds: transferSeconds,
        transfer_outcome: fails ? ('failed' as const) : ('done' as const),
      }),
    ),
    premium: premiumDomainNames,
    external_conflict: conflictingDomainNames,
    users: [user('aoi'), user('rin')],
  }
}
