import { ErrorResponse } from '#simulator/error-response.ts'
import type { SimulatedDomain } from '#simulator/world-state.ts'

export function requireActiveDomain(domain: SimulatedDomain): void {
  if (domain.status !== 'active') throw new ErrorResponse('DOMAIN_NOT_ACTIVE', `The domain is ${domain.status}`)
}
