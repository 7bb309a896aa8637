import type { DomainUnavailableReason } from '#shared/api/domain-schemas.ts'
import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import type { World } from '#simulator/world-state.ts'
import { isWellFormedDomainName, toPriceFields, findOfferedTld } from './find-offered-tld-and-pick-price-fields.ts'

const messages: Record<DomainUnavailableReason, string> = {
  registered: 'The domain is already registered',
  unsupported_tld: 'The TLD is not supported',
  invalid_name: 'The name is not valid; Japanese names are given in Punycode',
  external_conflict: 'The domain is in use elsewhere in the service',
  premium: 'The domain is a premium domain',
}

/** Returns why a name cannot be acquired; null if it can. */
export function findDomainUnavailableReason(world: World, name: string): DomainUnavailableReason | null {
  const lower = name.toLowerCase()
  if (!isWellFormedDomainName(lower)) return 'invalid_name'
  if (findOfferedTld(world.file.tlds, lower) === null) return 'unsupported_tld'
  if (world.premium.has(lower)) return 'premium'
  if (world.owners.has(lower) || world.registered.has(lower)) return 'registered'
  return world.externalConflict.has(lower) ? 'external_conflict' : null
}

/** API description, section "Availability and prices". */
export const availabilityAndPriceBehaviours: Pick<AreaBehaviours<'domain'>, 'check' | 'pricing'> = {
  check({ world, input: { domain_name } }) {
    const reason = findDomainUnavailableReason(world, domain_name)
    const tld = reason === 'invalid_name' ? null : findOfferedTld(world.file.tlds, domain_name)
    return {
      available: reason === null,
      reason,
      ...(reason !== null && { reason_message: messages[reason] }),
      premium: false,
      prices: tld && toPriceFields(tld),
    }
  },

  pricing({ world, input: { tld } }) {
    const asked = tld?.split(',').map((part) => part.trim().replace(/^\./, '').toLowerCase())
    const entries = world.file.tlds.filter((entry) => asked === undefined || asked.includes(entry.tld))
    return { prices: entries.map((entry) => ({ tld: entry.tld, ...toPriceFields(entry) })) }
  },
}
