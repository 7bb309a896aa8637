import type { Figure } from './bench-figures.ts'
import { benchZoneFile } from '#test/bench/dns/zone-file.ts'
import { benchZonePlans } from '#test/bench/dns/zone-plans.ts'

/** Measures the pure code for DNS zones. */
export function benchDns(): Promise<Figure[]> {
  return Promise.resolve([...benchZonePlans(), ...benchZoneFile()])
}
