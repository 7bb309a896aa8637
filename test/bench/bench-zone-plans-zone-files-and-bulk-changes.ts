import type { Figure } from './bench-figures.ts'
import { benchBulkChanges } from '#test/bench/dns/bench-bulk-changes.ts'
import { benchZoneFile } from '#test/bench/dns/bench-zone-file.ts'
import { benchZonePlans } from '#test/bench/dns/bench-zone-plans.ts'

/** Measures the code for DNS zones, and bulk changes in virtual time. */
export async function benchDns(): Promise<Figure[]> {
  return [...benchZonePlans(), ...benchZoneFile(), ...(await benchBulkChanges())]
}
