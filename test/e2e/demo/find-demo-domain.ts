import { serviceNameservers } from '#simulator/world-state.ts'
import type { DemoEnvironment } from './demo-environment.ts'

/** An active Japanese domain of the first user on the service's name servers, with a `www` A record to change. */
export function findDemoDomain({ simulator, world }: DemoEnvironment) {
  const user = simulator.world.user(world.users?.[0]?.name ?? '')
  for (const domain of user.domains.values()) {
    if (domain.decoded === null || domain.status !== 'active' || domain.nameservers !== serviceNameservers) continue
    const record = [...domain.records.values()].find(({ type, host }) => type === 'A' && host === 'www')
    if (record)
      return {
        name: domain.name,
        decoded: domain.decoded,
        id: record.id,
        content: record.content,
        records: domain.records.size,
      }
  }
  throw new Error('The demo world has no Japanese domain with an address record')
}
