import { dayMs } from '#shared/durations.ts'
import { formatJapanDate, parseJapanTime } from '#shared/japan-time.ts'
import { addMonths } from '#simulator/add-months.ts'
import type { AreaBehaviours, EndpointCall } from '#simulator/endpoint-call.ts'
import { requireDomainInPath } from './require-domain-or-server-in-path.ts'
import { ErrorResponse, throwValidationError } from '#simulator/error-response.ts'
import {
  decodePunycodeName,
  defaultWhois,
  type SimulatedDomain,
  serviceNameservers,
  completePendingDomainOperationIfDue,
  type SimulatedUser,
  type World,
} from '#simulator/world-state.ts'
import { findDomainUnavailableReason } from './availability-and-prices.ts'
import { listEppStatuses } from './derive-epp-statuses-of-domain.ts'
import { isOrganizationalTypeJpDomain, isJpDomain } from '#shared/get-tld-and-detect-jp-domains.ts'
import { type ParsedTld, findOfferedTld } from './find-offered-tld-and-pick-price-fields.ts'

const procedures = new Set(['pending_create', 'transferring'])
/** Days after a registration or transfer in which a domain cannot be transferred. */
const minDaysBeforeTransfer = 60

function requirePrice(expected: number, actual: number): void {
  if (expected !== actual) throw new ErrorResponse('PRICE_MISMATCH', `The price is ${actual} yen`)
}

function requireBalance(user: SimulatedUser, yen: number): void {
  if (user.balance < yen) throw new ErrorResponse('PAYMENT_REQUIRED')
}

/** The current state of the domain in the account of any user who owns it. */
function findDomainOfAnyUser(
  world: World,
  name: string,
  now: number,
): { owner: SimulatedUser; domain: SimulatedDomain } | null {
  const owner = world.owners.get(name)
  const domain = owner?.domains.get(name)
  return owner && domain ? { owner, domain: completePendingDomainOperationIfDue(domain, now) } : null
}

function refuseDuplicateProcedure(domain: SimulatedDomain | undefined): void {
  if (domain && procedures.has(domain.status)) throw new ErrorResponse('DUPLICATE_OPERATION')
}

function newDomain(name: string, status: string): SimulatedDomain {
  return {
    name,
    decoded: decodePunycodeName(name),
    status,
    expiryDate: null,
    // Off at first, whatever the account's default is.
    autoRenew: false,
    eppStatuses: [],
    nameservers: serviceNameservers,
    isDnsEditable: true,
    records: new Map(),
    whois: { isPrivate: true, isPrivacyAvailable: true, isMailValidationPending: false, fields: { ...defaultWhois } },
    lock: { isLocked: false, isUnlockBlocked: false, warnsOnLock: false },
    isMigrating: false,
    pending: null,
  }
}

function addDomain(world: World, user: SimulatedUser, domain: SimulatedDomain): void {
  user.domains.set(domain.name, domain)
  world.owners.set(domain.name, user)
}

function toResponseDomain(domain: SimulatedDomain) {
  return {
    domain_name: domain.name,
    status: domain.status,
    expiry_date: domain.expiryDate,
    epp_statuses: listEppStatuses(domain),
  }
}

function requireAvailable(world: World, name: string): ParsedTld {
  switch (findDomainUnavailableReason(world, name)) {
    case 'invalid_name':
      return throwValidationError('domain_name', 'not a domain name in Punycode')
    case 'unsupported_tld':
      throw new ErrorResponse('UNSUPPORTED_TLD_FOR_API')
    case 'premium':
      throw new ErrorResponse('PREMIUM_NOT_SUPPORTED')
    case 'registered':
      throw new ErrorResponse('REGISTRAR_REJECTED', 'The domain is already registered')
    case 'external_conflict':
      throw new ErrorResponse('DOMAIN_CONFLICT')
    case null:
      return findOfferedTld(world.file.tlds, name) as ParsedTld
  }
}

function requireCampaign(user: SimulatedUser, tld: ParsedTld): void {
  if (tld.register > 0) return
  if (!user.hasCreditCard) throw new ErrorResponse('CREDIT_CARD_REQUIRED')
  if (user.hasUsedFreeCampaign) throw new ErrorResponse('FREE_CAMPAIGN_NOT_AVAILABLE')
}

function requireTransferable(world: World, user: SimulatedUser, name: string, now: number): ParsedTld {
  if (isJpDomain(name) || isOrganizationalTypeJpDomain(name)) throw new ErrorResponse('UNSUPPORTED_TLD_FOR_API')
  const tld = findOfferedTld(world.file.tlds, name)
  if (!tld || tld.transfer === null) throw new ErrorResponse('UNSUPPORTED_TLD_FOR_API')
  if (world.premium.has(name)) throw new ErrorResponse('PREMIUM_NOT_SUPPORTED')
  const existing = findDomainOfAnyUser(world, name, now)
  refuseDuplicateProcedure(existing?.domain)
  if (existing && existing.owner !== user)
    throw new ErrorResponse('REGISTRAR_REJECTED', 'The domain is in another account')
  if (existing && existing.domain.status !== 'transfer_action_required')
    throw new ErrorResponse('DOMAIN_CONFLICT', 'The domain is already in the account')
  const registration = world.registered.get(name)
  if (!registration) throw new ErrorResponse('REGISTRAR_REJECTED', 'The domain is not registered elsewhere')
  if (registration.locked) throw new ErrorResponse('REGISTRAR_REJECTED', 'The domain is locked at its registrar')
  const registeredOn = registration.registered_on === undefined ? null : parseJapanTime(registration.registered_on)
  if (registeredOn !== null && now - registeredOn < minDaysBeforeTransfer * dayMs) {
    throw new ErrorResponse(
      'REGISTRAR_REJECTED',
      `The domain was registered less than ${minDaysBeforeTransfer} days ago`,
    )
  }
  return tld
}

/**
 * Returns whether the auth code is correct. Throws `REGISTRAR_REJECTED` for a wrong code in the step that the world
 * setting `auth_code_check` names.
 */
function requireAuthCode(
  { file, registered }: World,
  name: string,
  { auth_code: code, dry_run: isDryRun }: EndpointCall<'domain.transfer'>['input'],
): boolean {
  const right = registered.get(name)?.auth_code ?? null
  const isRight = right === null || right === code
  const isChecked = file.auth_code_check === 'dry_run' || (file.auth_code_check === 'request' && !isDryRun)
  if (!isRight && isChecked) throw new ErrorResponse('REGISTRAR_REJECTED', 'The auth code is wrong')
  return isRight
}

function acquire({ world, user, now, input, charge }: EndpointCall<'domain.acquire'>) {
  const name = input.domain_name.toLowerCase()
  refuseDuplicateProcedure(findDomainOfAnyUser(world, name, now)?.domain)
  const tld = requireAvailable(world, name)
  if (input.years > tld.max_years) throwValidationError('years', `at most ${tld.max_years} for .${tld.tld}`)
  if (!user.hasWhoisDefaults) throw new ErrorResponse('FORBIDDEN', 'No Whois defaults are registered')
  const price = tld.register * input.years
  requirePrice(input.expected_total_price, price)
  requireCampaign(user, tld)
  requireBalance(user, price)
  if (input.dry_run) return { dry_run: true, total_price: price }

  charge('acquire', name, price)
  if (tld.register === 0) user.hasUsedFreeCampaign = true
  const domain = newDomain(name, 'pending_create')
  if (input.nameservers) domain.nameservers = input.nameservers
  domain.pending = {
    kind: 'create',
    at: now + tld.hold_seconds * 1000,
    outcome: 'done',
    expiryDate: addMonths(formatJapanDate(now), 12 * input.years),
  }
  addDomain(world, user, completePendingDomainOperationIfDue(domain, now))
  return { domain: toResponseDomain(domain) }
}

function transfer({ world, user, now, input, charge }: EndpointCall<'domain.transfer'>) {
  const name = input.domain_name.toLowerCase()
  const price = requireTransferable(world, user, name, now).transfer as number
  const isCodeRight = requireAuthCode(world, name, input)
  requirePrice(input.expected_total_price, price)
  requireBalance(user, price)
  if (input.dry_run) return { dry_run: true, total_price: price }

  charge('transfer', name, price)
  const registration = world.registered.get(name)
  const domain = newDomain(name, 'transferring')
  domain.pending = {
    kind: 'transfer',
    at: now + (registration?.transfer_seconds ?? 0) * 1000,
    outcome: isCodeRight ? (registration?.transfer_outcome ?? 'done') : 'failed',
    expiryDate: addMonths(registration?.expiry_date ?? formatJapanDate(now), 12),
  }
  addDomain(world, user, domain)
  return { domain: toResponseDomain(domain) }
}

function renew(call: EndpointCall<'domain.renew'>) {
  const { world, user, input, charge } = call
  const domain = requireDomainInPath(call)
  refuseDuplicateProcedure(domain)
  if (domain.status !== 'active' || domain.expiryDate === null)
    throw new ErrorResponse('DOMAIN_NOT_ACTIVE', `The domain is ${domain.status}`)
  const tld = findOfferedTld(world.file.tlds, domain.name)
  if (!tld || tld.renew === null) throw new ErrorResponse('UNSUPPORTED_TLD_FOR_API')
  if (input.years > tld.max_years) throwValidationError('years', `at most ${tld.max_years} for .${tld.tld}`)
  if (input.current_expiry_date !== domain.expiryDate)
    throw new ErrorResponse('EXPIRY_MISMATCH', `The domain expires on ${domain.expiryDate}`)
  const price = tld.renew * input.years
  requirePrice(input.expected_total_price, price)
  requireBalance(user, price)
  if (input.dry_run) return { dry_run: true, total_price: price }

  charge('renew', domain.name, price)
  const previous = domain.expiryDate
  domain.expiryDate = addMonths(previous, 12 * input.years)
  return { domain: { ...toResponseDomain(domain), renewed: true, previous_expiry_date: previous } }
}

/**
 * Paid operations. The caller applies the idempotency rules. API description, sections "Domain API" and "Domain
 * status".
 */
export const paidDomainBehaviours: Pick<AreaBehaviours<'domain'>, 'acquire' | 'transfer' | 'renew'> = {
  acquire,
  transfer,
  renew,
}
