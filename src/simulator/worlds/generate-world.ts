import { dayMs } from '#shared/durations.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createDomainNameGenerator } from './generate-domain-names.ts'
import { createSeededRandom } from './seeded-random.ts'
import { generateZoneRecords } from './generate-zone-records.ts'

export interface GenerateWorldOptions {
  /** Epoch milliseconds that expiries are counted from. */
  now: number
  seed?: number
  users?: number
  /** Number of domains of each user. */
  domains?: number
  /** Number of servers of each user. */
  servers?: number
  /** Number of records of each domain. */
  records?: number
}

const statuses = ['expired', 'pending_create', 'transferring', 'transfer_action_required'] as const

/** Generates a large uniform world; each user has one key with all permissions. The same seed gives the same world. */
export function generateWorld({
  now,
  seed = 1,
  users = 50,
  domains = 1000,
  servers = 5,
  records = 4,
}: GenerateWorldOptions): WorldFile {
  const random = createSeededRandom(seed)
  const names = createDomainNameGenerator(random)
  return {
    users: Array.from({ length: users }, (_, user) => ({
      name: `user-${user + 1}`,
      keys: [{ token: `gen_${random.hex(40)}`, label: 'main' }],
      servers: Array.from({ length: servers }, (_, server) => ({ server_id: `u${user + 1}s${server + 1}` })),
      domains: Array.from({ length: domains }, (_, position) => {
        const name = position % 15 === 7 ? names.japanese() : names.latin()
        const status = position % 50 === 3 ? random.pick(statuses) : 'active'
        const isUnderway = status === 'pending_create' || status === 'transferring'
        return {
          domain_name: name,
          status,
          expiry_date: isUnderway
            ? null
            : formatJapanDate(now + (status === 'expired' ? -5 : random.integer(1, 730)) * dayMs),
          records: generateZoneRecords(random, name, records),
        }
      }),
    })),
  }
}
