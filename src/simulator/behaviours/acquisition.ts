import { dayMs } from '#shared/api/limits.ts'
import { japanDate, parseJapanTime } from '#shared/japan-time.ts'
import { addMonths } from '../calendar.ts'
import { type BehavioursOf, type Call, domainOf } from '../call.ts'
import { Refusal, refuseInput } from '../refusal.ts'
import { decodedName, defaultWhois, type DomainState, serviceNameservers, settleDomain, type UserState, type World } from '../world.ts'
import { unavailableReason } from './availability.ts'
import { eppStatusesOf } from './domain-state.ts'
import { isAttributeJp, isJp, type TldEntry, tldOf } from './tlds.ts'

const procedures = new Set(['pending_create', 'transferring'])
/** A domain registered or moved a moment ago cannot be transferred. */
const transferPauseDays = 60

function priceMatches(expected: number, actual: number): void {
  if (expected !== actual) throw new Refusal('PRICE_MISMATCH', `The price is ${actual} yen`)
}

function canPay(user: UserState, yen: number): void {
  if (user.balance < yen) throw new Refusal('PAYMENT_REQUIRED')
}

/** The domain as it stands at this moment in the account of whoever has it. */
function standingDomain(world: World, name: string, now: number): { owner: UserState; domain: DomainState } | null {
  const owner = world.owners.get(name)
  const domain = owner?.domains.get(name)
  return owner && domain ? { owner, domain: settleDomain(domain, now) } : null
}

function refuseUnderway(domain: DomainState | undefined): void {
  if (domain && procedures.has(domain.status)) throw new Refusal('DUPLICATE_OPERATION')
}

function newDomain(name: string, status: string): DomainState {
  return {
    name,
    decoded: decodedName(name),
    status,
    expiryDate: null,
    // Not set at first, whatever the account's habit.
    autoRenew: false,
    eppStatuses: [],
    nameservers: serviceNameservers,
    isDnsEditable: true,
    records: new Map(),
    whois: {
      isPrivate: true,
      isPrivacyAvailable: true,
      isMailValidationPending: false,
      fields: { ...defaultWhois },
    },
    lock: { isLocked: false, isUnlockBlocked: false, warnsOnLock: false },
    isMigrating: false,
    pending: null,
  }
}

function keep(world: World, user: UserState, domain: DomainState): void {
  user.domains.set(domain.name, domain)
  world.owners.set(domain.name, user)
}

function outcomeOf(domain: DomainState) {
  return { domain_name: domain.name, status: domain.status, expiry_date: domain.expiryDate, epp_statuses: eppStatusesOf(domain) }
}

function requireAvailable(world: World, name: string): TldEntry {
  switch (unavailableReason(world, name)) {
    case 'invalid_name':
      return refuseInput('domain_name', 'not a domain name in Punycode')
    case 'unsupported_tld':
      throw new Refusal('UNSUPPORTED_TLD_FOR_API')
    case 'premium':
      throw new Refusal('PREMIUM_NOT_SUPPORTED')
    case 'registered':
      throw new Refusal('REGISTRAR_REJECTED', 'The domain is already registered')
    case 'external_conflict':
      throw new Refusal('DOMAIN_CONFLICT')
    case null:
      return tldOf(world.file.tlds, name) as TldEntry
  }
}

function requireCampaign(user: UserState, tld: TldEntry): void {
  if (tld.register > 0) return
  if (!user.hasCreditCard) throw new Refusal('CREDIT_CARD_REQUIRED')
  if (user.hasUsedFreeCampaign) throw new Refusal('FREE_CAMPAIGN_NOT_AVAILABLE')
}

function requireTransferable(world: World, user: UserState, name: string, now: number): TldEntry {
  if (isJp(name) || isAttributeJp(name)) throw new Refusal('UNSUPPORTED_TLD_FOR_API')
  const tld = tldOf(world.file.tlds, name)
  if (!tld || tld.transfer === null) throw new Refusal('UNSUPPORTED_TLD_FOR_API')
  if (world.premium.has(name)) throw new Refusal('PREMIUM_NOT_SUPPORTED')
  const standing = standingDomain(world, name, now)
  refuseUnderway(standing?.domain)
  if (standing && standing.owner !== user) throw new Refusal('REGISTRAR_REJECTED', 'The domain is in another account')
  if (standing && standing.domain.status !== 'transfer_action_required') throw new Refusal('DOMAIN_CONFLICT', 'The domain is already in the account')
  const elsewhere = world.registered.get(name)
  if (!elsewhere) throw new Refusal('REGISTRAR_REJECTED', 'The domain is not registered elsewhere')
  if (elsewhere.locked) throw new Refusal('REGISTRAR_REJECTED', 'The domain is locked at its registrar')
  const registeredOn = elsewhere.registered_on === undefined ? null : parseJapanTime(elsewhere.registered_on)
  if (registeredOn !== null && now - registeredOn < transferPauseDays * dayMs) {
    throw new Refusal('REGISTRAR_REJECTED', `The domain was registered less than ${transferPauseDays} days ago`)
  }
  return tld
}

/** Whether it is the right one. What checks it, and when, is a setting of the world (`auth_code_check`). */
function requireAuthCode({ file, registered }: World, name: string, { auth_code: code, dry_run: isDryRun }: Call<'domain.transfer'>['input']): boolean {
  const right = registered.get(name)?.auth_code ?? null
  const isRight = right === null || right === code
  const isChecked = file.auth_code_check === 'dry_run' || (file.auth_code_check === 'request' && !isDryRun)
  if (!isRight && isChecked) throw new Refusal('REGISTRAR_REJECTED', 'The auth code is wrong')
  return isRight
}

function acquire({ world, user, now, input, charge }: Call<'domain.acquire'>) {
  const name = input.domain_name.toLowerCase()
  refuseUnderway(standingDomain(world, name, now)?.domain)
  const tld = requireAvailable(world, name)
  if (input.years > tld.max_years) refuseInput('years', `at most ${tld.max_years} for .${tld.tld}`)
  if (!user.hasWhoisDefaults) throw new Refusal('FORBIDDEN', 'No Whois defaults are registered')
  const price = tld.register * input.years
  priceMatches(input.expected_total_price, price)
  requireCampaign(user, tld)
  canPay(user, price)
  if (input.dry_run) return { dry_run: true, total_price: price }

  charge('acquire', name, price)
  if (tld.register === 0) user.hasUsedFreeCampaign = true
  const domain = newDomain(name, 'pending_create')
  if (input.nameservers) domain.nameservers = input.nameservers
  domain.pending = { kind: 'create', at: now + tld.hold_seconds * 1000, outcome: 'done', expiryDate: addMonths(japanDate(now), 12 * input.years) }
  keep(world, user, settleDomain(domain, now))
  return { domain: outcomeOf(domain) }
}

function transfer({ world, user, now, input, charge }: Call<'domain.transfer'>) {
  const name = input.domain_name.toLowerCase()
  const price = requireTransferable(world, user, name, now).transfer as number
  const isCodeRight = requireAuthCode(world, name, input)
  priceMatches(input.expected_total_price, price)
  canPay(user, price)
  if (input.dry_run) return { dry_run: true, total_price: price }

  charge('transfer', name, price)
  const elsewhere = world.registered.get(name)
  const domain = newDomain(name, 'transferring')
  domain.pending = {
    kind: 'transfer',
    at: now + (elsewhere?.transfer_seconds ?? 0) * 1000,
    outcome: isCodeRight ? (elsewhere?.transfer_outcome ?? 'done') : 'failed',
    expiryDate: addMonths(elsewhere?.expiry_date ?? japanDate(now), 12),
  }
  keep(world, user, domain)
  return { domain: outcomeOf(domain) }
}

function renew(call: Call<'domain.renew'>) {
  const { world, user, input, charge } = call
  const domain = domainOf(call)
  refuseUnderway(domain)
  if (domain.status !== 'active' || domain.expiryDate === null) throw new Refusal('DOMAIN_NOT_ACTIVE', `The domain is ${domain.status}`)
  const tld = tldOf(world.file.tlds, domain.name)
  if (!tld || tld.renew === null) throw new Refusal('UNSUPPORTED_TLD_FOR_API')
  if (input.years > tld.max_years) refuseInput('years', `at most ${tld.max_years} for .${tld.tld}`)
  if (input.current_expiry_date !== domain.expiryDate) throw new Refusal('EXPIRY_MISMATCH', `The domain expires on ${domain.expiryDate}`)
  const price = tld.renew * input.years
  priceMatches(input.expected_total_price, price)
  canPay(user, price)
  if (input.dry_run) return { dry_run: true, total_price: price }

  charge('renew', domain.name, price)
  const previous = domain.expiryDate
  domain.expiryDate = addMonths(previous, 12 * input.years)
  return { domain: { ...outcomeOf(domain), renewed: true, previous_expiry_date: previous } }
}

/** Paid operations. Their idempotency is kept by the one who calls them. Sections "Domain API" and "Domain status". */
export const acquisition: Pick<BehavioursOf<'domain'>, 'acquire' | 'transfer' | 'renew'> = { acquire, transfer, renew }
