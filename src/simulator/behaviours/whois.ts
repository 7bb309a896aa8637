import { whoisProblems } from '#shared/api/whois-rules.ts'
import { type BehavioursOf, type Call, domainOf } from '../call.ts'
import { Refusal, refuseInput } from '../refusal.ts'
import type { DomainState } from '../world.ts'
import { requireActive } from './domain-state.ts'
import { isAttributeJp } from './tlds.ts'

function whoisDomainOf(call: Call<'domain.whois' | 'domain.setWhois'>): DomainState {
  const state = domainOf(call)
  requireActive(state)
  if (isAttributeJp(state.name)) throw new Refusal('WHOIS_NOT_EDITABLE')
  return state
}

type WhoisBehaviours = Pick<BehavioursOf<'domain'>, 'whois' | 'setWhois' | 'lock' | 'setLock'>

/** Sections "Whois", "Registrar lock" and their endpoints. */
export const whois: WhoisBehaviours = {
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
    if (state.isMigrating) throw new Refusal('MIGRATION_LOCKED')
    if (state.whois.isMailValidationPending) throw new Refusal('MAIL_VALIDATION_REQUIRED')
    const { whois_privacy, fields } = call.input
    if (whois_privacy === true && !state.whois.isPrivacyAvailable) refuseInput('whois_privacy', 'not available for this TLD')
    const isPrivate = whois_privacy ?? state.whois.isPrivate
    if (fields !== undefined) {
      // The schema cannot know the privacy that stays as it is.
      const problems = whoisProblems(fields, !isPrivate)
      if (problems.length > 0) throw new Refusal('VALIDATION_ERROR', undefined, problems.map(({ field, message }) => `fields.${field}: ${message}`))
      Object.assign(state.whois.fields, fields)
    }
    state.whois.isPrivate = isPrivate
    return { message: 'The Whois data was changed' }
  },

  lock(call) {
    const state = domainOf(call)
    requireActive(state)
    return {
      domain_name: state.name,
      locked: state.lock.isLocked,
      locked_by_migration: state.isMigrating,
      unlock_blocked: state.lock.isUnlockBlocked,
      warn_on_lock: state.lock.warnsOnLock,
    }
  },

  setLock(call) {
    const state = domainOf(call)
    requireActive(state)
    if (state.isMigrating) throw new Refusal('MIGRATION_LOCKED')
    const { locked } = call.input
    if (!locked && state.lock.isUnlockBlocked) throw new Refusal('UNLOCK_BLOCKED')
    if (locked && state.lock.warnsOnLock) {
      state.lock.warnsOnLock = false
      state.lock.isUnlockBlocked = true
    }
    state.lock.isLocked = locked
    return { locked, message: locked ? 'The lock was set' : 'The lock was cleared' }
  },
}
