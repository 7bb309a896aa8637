import {
  externalRegistrations,
  conflictingDomainNames,
  plans,
  premiumDomainNames,
  type WorldSettings,
  tlds,
} from './initial-world.ts'
import { type ModelDomain, type ModelUser, monthsLater, newDomain } from './model-state.ts'

type Body = Record<string, unknown>
interface PaidContext {
  users: Record<string, ModelUser>
  settings: WorldSettings
  now: number
  /** The date in Japan, `YYYY-MM-DD`. */
  today: string
}
/** The expected result of a paid call: the refusals, any of which is correct, or the price and the purchase. */
export interface PaidOutcome {
  refusals: string[]
  price: number
  kind: string
  target: string
  buy(): Body
}

const getTld = (name: string) => tlds[name.split('.').slice(1).join('.')]
const findDomain = (users: PaidContext['users'], name: string): { user: ModelUser; domain: ModelDomain } | null => {
  for (const user of Object.values(users)) {
    const domain = user.domains.get(name)
    if (domain) return { user, domain }
  }
  return null
}
const isUnderway = (domain: ModelDomain) => domain.status === 'pending_create' || domain.status === 'transferring'
const dayMs = 86_400_000

function eppOf(domain: ModelDomain): string[] {
  return [
    ...(domain.status === 'pending_create' ? ['pendingCreate'] : []),
    ...(domain.status === 'transferring' ? ['pendingTransfer'] : []),
    ...(domain.isLocked ? ['clientTransferProhibited'] : []),
  ]
}
const toResponseDomain = (name: string, domain: ModelDomain) => ({
  domain_name: name,
  status: domain.status,
  expiry_date: domain.expiry,
  epp_statuses: eppOf(domain),
})

function payment(user: ModelUser, price: number | null | undefined, expected: unknown, refusals: string[]): void {
  if (price === null || price === undefined) return
  if (price !== expected) refusals.push('422 PRICE_MISMATCH')
  if (user.balance < price) refusals.push('402 PAYMENT_REQUIRED')
}

export function expectedAcquireOutcome(
  { users, settings, now, today }: PaidContext,
  user: ModelUser,
  body: Body,
): PaidOutcome {
  const name = body['domain_name'] as string
  const years = (body['years'] as number | undefined) ?? 1
  const tld = getTld(name)
  const there = findDomain(users, name)
  const refusals: string[] = []
  if (there && isUnderway(there.domain)) refusals.push('409 DUPLICATE_OPERATION')
  if (there || externalRegistrations[name]) refusals.push('409 REGISTRAR_REJECTED')
  if (!tld) refusals.push('422 UNSUPPORTED_TLD_FOR_API')
  if (premiumDomainNames.includes(name)) refusals.push('422 PREMIUM_NOT_SUPPORTED')
  if (conflictingDomainNames.includes(name)) refusals.push('409 DOMAIN_CONFLICT')
  if (tld && years > tld.maxYears) refusals.push('422 VALIDATION_ERROR')
  if (!settings.hasWhoisDefaults) refusals.push('403 FORBIDDEN')
  if (tld?.register === 0 && !settings.hasCreditCard) refusals.push('422 CREDIT_CARD_REQUIRED')
  if (tld?.register === 0 && user.hasUsedFreeCampaign) refusals.push('422 FREE_CAMPAIGN_NOT_AVAILABLE')
  const price = (tld?.register ?? 0) * years
  payment(user, tld && price, body['expected_total_price'], refusals)
  return {
    refusals,
    price,
    kind: 'acquire',
    target: name,
    buy() {
      const hold = (tld?.acquisitionSeconds ?? 0) * 1000
      const domain = newDomain(
        hold > 0 ? 'pending_create' : 'active',
        (body['nameservers'] as string[] | undefined) ?? null,
      )
      const expiry = monthsLater(today, 12 * years)
      if (hold > 0) domain.pending = { kind: 'create', at: now + hold, fails: false, expiry }
      else domain.expiry = expiry
      if (tld?.register === 0) user.hasUsedFreeCampaign = true
      user.domains.set(name, domain)
      return { domain: toResponseDomain(name, domain) }
    },
  }
}

export function expectedTransferOutcome(
  { users, settings, now }: PaidContext,
  user: ModelUser,
  name: string,
  body: Body,
): PaidOutcome {
  const tld = getTld(name)
  const there = findDomain(users, name)
  const holder = externalRegistrations[name]
  const refusals: string[] = []
  if (!tld || tld.transfer === null || name.endsWith('.jp')) refusals.push('422 UNSUPPORTED_TLD_FOR_API')
  if (premiumDomainNames.includes(name)) refusals.push('422 PREMIUM_NOT_SUPPORTED')
  if (there && isUnderway(there.domain)) refusals.push('409 DUPLICATE_OPERATION')
  if (there && there.user !== user) refusals.push('409 REGISTRAR_REJECTED')
  if (there && there.user === user && there.domain.status !== 'transfer_action_required')
    refusals.push('409 DOMAIN_CONFLICT')
  const isYoung =
    holder?.registeredOn !== undefined && now - (Date.parse(holder.registeredOn) - 9 * 3_600_000) < 60 * dayMs
  const isCodeWrong = (holder?.authCode ?? body['auth_code']) !== body['auth_code']
  const isCodeChecked =
    settings.authCodeCheck === 'dry_run' || (settings.authCodeCheck === 'request' && body['dry_run'] !== true)
  if (!holder || holder.isLocked || isYoung || (isCodeWrong && isCodeChecked)) refusals.push('409 REGISTRAR_REJECTED')
  payment(user, tld?.transfer, body['expected_total_price'], refusals)
  return {
    refusals,
    price: tld?.transfer ?? 0,
    kind: 'transfer',
    target: name,
    buy() {
      const domain = newDomain('transferring', null)
      domain.pending = {
        kind: 'transfer',
        at: now + (holder?.transferSeconds ?? 0) * 1000,
        fails: isCodeWrong || (holder?.fails ?? false),
        expiry: monthsLater(holder?.expiry ?? '', 12),
      }
      user.domains.set(name, domain)
      return { domain: toResponseDomain(name, domain) }
    },
  }
}

/** Requires that the user owns the domain. */
export function expectedRenewOutcome(user: ModelUser, name: string, body: Body): PaidOutcome {
  const domain = user.domains.get(name) as ModelDomain
  const tld = getTld(name)
  const years = body['years'] as number
  const refusals: string[] = []
  if (isUnderway(domain)) refusals.push('409 DUPLICATE_OPERATION')
  if (domain.status !== 'active') refusals.push('409 DOMAIN_NOT_ACTIVE')
  if (!tld || tld.renew === null) refusals.push('422 UNSUPPORTED_TLD_FOR_API')
  if (tld && years > tld.maxYears) refusals.push('422 VALIDATION_ERROR')
  if (body['current_expiry_date'] !== domain.expiry) refusals.push('409 EXPIRY_MISMATCH')
  const price = (tld?.renew ?? 0) * years
  payment(user, tld?.renew && price, body['expected_total_price'], refusals)
  return {
    refusals,
    price,
    kind: 'renew',
    target: name,
    buy() {
      const previous = domain.expiry as string
      domain.expiry = monthsLater(previous, 12 * years)
      return { domain: { ...toResponseDomain(name, domain), renewed: true, previous_expiry_date: previous } }
    },
  }
}

export function expectedServerOrderOutcome(
  { users, now, today }: PaidContext,
  user: ModelUser,
  body: Body,
): PaidOutcome {
  const plan = plans[body['plan_id'] as string]
  const price = plan?.periods[body['period'] as number]
  const id = body['server_id'] as string | undefined
  const refusals: string[] = []
  if (price === undefined) refusals.push('422 PLAN_NOT_AVAILABLE')
  if (id !== undefined && Object.values(users).some(({ servers }) => servers.has(id)))
    refusals.push('409 SERVER_ID_TAKEN')
  payment(user, price, body['expected_total_price'], refusals)
  return {
    refusals,
    price: price ?? 0,
    kind: 'order',
    target: `${id}.simulator.example`,
    buy() {
      const expiry = monthsLater(today, body['period'] as number)
      const isReady = plan?.setupSeconds === 0
      const server = {
        memo: '',
        status: isReady ? 'active' : 'setup_pending',
        expiry: isReady ? expiry : null,
        autoRenew: (body['auto_renew'] as boolean | undefined) ?? true,
        setup: isReady ? null : { at: now + (plan?.setupSeconds ?? 0) * 1000, expiry },
      }
      user.servers.set(id as string, server)
      return {
        server: {
          server_id: id,
          servername: `${id}.simulator.example`,
          plan_id: body['plan_id'],
          period: body['period'],
          status: server.status,
          expiry_date: server.expiry,
          auto_renew: server.autoRenew,
        },
      }
    },
  }
}
