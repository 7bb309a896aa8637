import { findWhoisProblems } from '#shared/api/whois-rules.ts'
import type { AreaBehaviours, EndpointCall } from '#simulator/endpoint-call.ts'
import { requireDomainInPath } from './require-domain-or-server-in-path.ts'
import { ErrorResponse, throwValidationError } from '#simulator/error-response.ts'
import type { SimulatedDomain } from '#simulator/world-state.ts'
import { requireActiveDomain } from './require-active-domain.ts'
import { isOrganizationalTypeJpDomain } from '#shared/get-tld-and-detect-jp-domains.ts'

function whoisDomainOf(call: EndpointCall<'domain.whois' | 'domain.setWhois'>): SimulatedDomain {
  const state = requireDomainInPath(call)
  requireActiveDomain(state)
  if (isOrganizationalTypeJpDomain(state.name)) throw new ErrorResponse('WHOIS_NOT_EDITABLE')
  return state
}

type WhoisBehaviours = Pick<AreaBehaviours<'domain'>, 'whois' | 'setWhois' | 'lock' | 'setLock'>

/** API description, sections "Whois", "Registrar lock" and their endpoints. */
export const whoisAndLockBehaviours: WhoisBehaviours = {
  whois(call) {
    const state = whoisDomainOf(call)
    return {
      domain_name: state.name,
      whois_privacy: state.whois.isPrivate,
      is_whois_privacy_available: state.whois.isPrivacyAvailable,
      locked_by_migration: state.isMigrating,
      fields: state.whois.fields,
      mail_validation_required: state.whois.isMailValidationPending,
    }
  },

  setWhois(call) {
    const state = whoisDomainOf(call)
    if (state.isMigrating) throw new ErrorResponse('MIGRATION_LOCKED')
    if (state.whois.isMailValidationPending) throw new ErrorResponse('MAIL_VALIDATION_REQUIRED')
    const { whois_privacy, fields } = call.input
    if (whois_privacy === true && !state.whois.isPrivacyAvailable)
      throwValidationError('whois_privacy', 'not available for this TLD')
    const isPrivate = whois_privacy ?? state.whois.isPrivate
    if (fields !== undefined) {
      // The schema does not know the stored privacy setting that applies when the request leaves it out.
      const problems = findWhoisProblems(fields, !isPrivate)
      if (problems.length > 0)
        throw new ErrorResponse(
          'VALIDATION_ERROR',
          undefined,
          problems.map(({ field, message }) => `fields.${field}: ${message}`),
        )
      Object.assign(state.whois.fields, fields)
    }
    state.whois.isPrivate = isPrivate
    return { message: 'The Whois data was changed' }
  },

  lock(call) {
    const state = requireDomainInPath(call)
    requireActiveDomain(state)
    return {
      domain_name: state.name,
      locked: state.lock.isLocked,
      locked_by_migration: state.isMigrating,
      unlock_blocked: state.lock.isUnlockBlocked,
      warn_on_lock: state.lock.warnsOnLock,
    }
  },

  setLock(call) {
    const state = requireDomainInPath(call)
    requireActiveDomain(state)
    if (state.isMigrating) throw new ErrorResponse('MIGRATION_LOCKED')
    const { locked } = call.input
    if (!locked && state.lock.isUnlockBlocked) throw new ErrorResponse('UNLOCK_BLOCKED')
    if (locked && state.lock.warnsOnLock) {
      state.lock.warnsOnLock = false
      state.lock.isUnlockBlocked = true
    }
    state.lock.isLocked = locked
    return { locked, message: locked ? 'The lock was set' : 'The lock was cleared' }
  },
}
