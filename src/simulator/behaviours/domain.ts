import { type BehavioursOf, domainOf } from '../call.ts'
import { isInTargets } from '../permissions.ts'
import { settleDomain } from '../world.ts'
import { acquisition } from './acquisition.ts'
import { availability } from './availability.ts'
import { dns } from './dns.ts'
import { eppStatusesOf, requireActive } from './domain-state.ts'
import { whois } from './whois.ts'

/** Section "Domain API". */
export const domain: BehavioursOf<'domain'> = {
  list({ user, key, now }) {
    const domains = []
    for (const state of user.domains.values()) {
      if (!isInTargets(key, 'domain', state.name)) continue
      settleDomain(state, now)
      domains.push({ domain_name: state.name, expiry_date: state.expiryDate, status: state.status, decoded_domain: state.decoded })
    }
    return { domains }
  },

  detail(call) {
    const state = domainOf(call)
    return {
      domain_name: state.name,
      expiry_date: state.expiryDate,
      status: state.status,
      auto_renew: state.autoRenew,
      epp_statuses: eppStatusesOf(state),
      ...(state.decoded !== null && { decoded_domain: state.decoded }),
    }
  },

  nameservers(call) {
    const state = domainOf(call)
    requireActive(state)
    return { nameservers: state.nameservers }
  },

  setNameservers(call) {
    const state = domainOf(call)
    requireActive(state)
    state.nameservers = call.input.nameservers
    return { nameservers: state.nameservers, message: 'The name servers were replaced' }
  },

  ...dns,
  ...whois,
  ...availability,
  ...acquisition,
}
