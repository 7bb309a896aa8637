import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import { paidDomainBehaviours } from './paid-domain-operations.ts'
import { availabilityAndPriceBehaviours } from './availability-and-prices.ts'
import { dnsBehaviours } from './dns-records.ts'
import { whoisAndLockBehaviours } from './whois-and-lock.ts'
import { domainListDetailAndNameserverBehaviours } from './domain-list-detail-and-nameservers.ts'

/** API description, section "Domain API". */
export const domainBehaviours: AreaBehaviours<'domain'> = {
  ...domainListDetailAndNameserverBehaviours,
  ...dnsBehaviours,
  ...whoisAndLockBehaviours,
  ...availabilityAndPriceBehaviours,
  ...paidDomainBehaviours,
}
