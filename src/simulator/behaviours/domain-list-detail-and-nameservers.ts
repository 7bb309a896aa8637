import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import { requireDomainInPath } from './require-domain-or-server-in-path.ts'
import { isTargetOfKey } from '#simulator/require-key-permission-and-targets.ts'
import { completePendingDomainOperationIfDue } from '#simulator/world-state.ts'
import { listEppStatuses } from './derive-epp-statuses-of-domain.ts'
import { requireActiveDomain } from './require-active-domain.ts'

/** API description, section "Domain API". */
export const domainListDetailAndNameserverBehaviours: Pick<
  AreaBehaviours<'domain'>,
  'list' | 'detail' | 'nameservers' | 'setNameservers'
> = {
  list({ user, key, now }) {
    const domains = []
    for (const state of user.domains.values()) {
      if (!isTargetOfKey(key, 'domain', state.name)) continue
      completePendingDomainOperationIfDue(state, now)
      domains.push({
        domain_name: state.name,
        expiry_date: state.expiryDate,
        status: state.status,
        decoded_domain: state.decoded,
      })
    }
    return { domains }
  },

  detail(call) {
    const state = requireDomainInPath(call)
    return {
      domain_name: state.name,
      expiry_date: state.expiryDate,
      status: state.status,
      auto_renew: state.autoRenew,
      epp_statuses: listEppStatuses(state),
      ...(state.decoded !== null && { decoded_domain: state.decoded }),
    }
  },

  nameservers(call) {
    const state = requireDomainInPath(call)
    requireActiveDomain(state)
    return { nameservers: state.nameservers }
  },

  setNameservers(call) {
    const state = requireDomainInPath(call)
    requireActiveDomain(state)
    state.nameservers = call.input.nameservers
    return { nameservers: state.nameservers, message: 'The name servers were replaced' }
  },
}
