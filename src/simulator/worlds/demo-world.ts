import { dayMs } from '#shared/durations.ts'
import { formatJapanTime, formatJapanDate } from '#shared/japan-time.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { generateExecutionLogs } from './generate-execution-logs.ts'
import { createDomainNameGenerator } from './generate-domain-names.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { generateZoneRecords } from './generate-zone-records.ts'

type User = NonNullable<WorldFile['users']>[number]
type Domain = NonNullable<User['domains']>[number]
type Server = NonNullable<User['servers']>[number]
type Key = NonNullable<User['keys']>[number]

const defaultSeed = 2026
const recordCount = 5000

/** How many domains each user has: 600 in all. */
const demoUsers = [
  { name: 'aoba-web', domains: 240, balance: 182_400 },
  { name: 'minato-design', domains: 150, balance: 64_300 },
  { name: 'kita-systems', domains: 120, balance: 21_850 },
  { name: 'hoshi-media', domains: 75, balance: 4_120 },
  { name: 'yuki-personal', domains: 15, balance: 980 },
] as const

const allDomains = { permission_type: 'full', target_mode: 'all' } as const
const allServers = { permission_type: 'full', target_mode: 'all' } as const

/**
 * The keys of one demo user, with different permissions and expiry dates. All demo users together have nine keys.
 * `names`: the user's domains and servers.
 */
function createDemoKeys(
  user: string,
  names: { domains: string[]; servers: string[] },
  token: () => string,
  now: number,
): Key[] {
  const inDays = (days: number) => formatJapanTime(now + days * dayMs)
  switch (user) {
    case 'aoba-web':
      return [
        {
          token: token(),
          label: 'main',
          services: {
            domain: { ...allDomains, allow_acquisition: true },
            server: { ...allServers, allow_signup: true },
          },
        },
        {
          token: token(),
          label: 'read only',
          services: { domain: { permission_type: 'read' }, server: { permission_type: 'read' } },
        },
      ]
    case 'minato-design':
      return [
        {
          token: token(),
          label: 'main',
          expires_at: inDays(365),
          services: { domain: allDomains, server: allServers },
        },
        {
          token: token(),
          label: 'DNS only',
          services: {
            domain: {
              permission_type: 'custom',
              permissions: { domain: 'read', nameserver: 'none', dns: 'full', whois: 'none', registrar_lock: 'none' },
            },
          },
        },
      ]
    case 'kita-systems':
      return [
        {
          token: token(),
          label: 'expiring soon',
          expires_at: inDays(8),
          services: { domain: { ...allDomains, allow_acquisition: true }, server: allServers },
        },
        { token: token(), label: 'expired', expires_at: inDays(-12), services: { domain: allDomains } },
      ]
    case 'hoshi-media':
      return [
        {
          token: token(),
          label: 'selected domains',
          services: { domain: { target_mode: 'selected', targets: names.domains.slice(0, 25) } },
        },
        {
          token: token(),
          label: 'main',
          services: {
            domain: { ...allDomains, allow_acquisition: true },
            server: { ...allServers, allow_signup: true },
          },
        },
      ]
    default:
      return [
        {
          token: token(),
          label: 'one server',
          legacy: true,
          services: { domain: allDomains, server: { target_mode: 'selected', targets: names.servers.slice(0, 1) } },
        },
      ]
  }
}

const serversOf: Record<string, Server[]> = {
  'aoba-web': [
    { server_id: 'aoba01', plan_id: 'business', memo: '本番' },
    { server_id: 'aoba02', memo: '検証用' },
    { server_id: 'aoba03', memo: 'お客様 共用 1' },
    { server_id: 'aoba04', status: 'setup_pending' },
    { server_id: 'aoba05', plan_id: 'premium', auto_renew: false },
  ],
  'minato-design': [
    { server_id: 'minato1', memo: 'main' },
    { server_id: 'minato2' },
    { server_id: 'minato3', status: 'suspended', memo: '要連絡' },
  ],
  'kita-systems': [
    { server_id: 'kita01', plan_id: 'premium' },
    { server_id: 'kita02', auto_renew: false },
  ],
  'hoshi-media': [{ server_id: 'hoshi01', status: 'setup_pending', pending: { kind: 'setup', seconds: 900 } }],
  'yuki-personal': [{ server_id: 'yuki01', memo: '個人' }],
}

/**
 * The first domains of each user have the rarer states. The others expire over the next two years, some of them soon.
 */
function createDemoDomain(
  random: SeededRandom,
  name: string,
  position: number,
  records: number,
  inDays: (days: number) => string,
): Domain {
  const base = {
    domain_name: name,
    records: generateZoneRecords(random, name, records),
    auto_renew: random.chance(0.4),
  }
  const isJp = name.endsWith('.jp')
  switch (position) {
    case 0:
      return { ...base, status: 'pending_create', expiry_date: null, records: [] }
    case 1:
      return isJp ? { ...base, expiry_date: inDays(3) } : { ...base, status: 'transferring', expiry_date: null }
    case 2:
      return isJp
        ? { ...base, expiry_date: inDays(5) }
        : { ...base, status: 'transfer_action_required', expiry_date: inDays(200) }
    case 3:
      return { ...base, status: 'expired', expiry_date: inDays(-9), epp_statuses: ['redemptionPeriod'] }
    case 4:
      return { ...base, status: 'expired', expiry_date: inDays(-2) }
    case 5:
      return { ...base, expiry_date: inDays(1), whois: { mail_validation_required: true, whois_privacy: false } }
    case 6:
      return { ...base, expiry_date: inDays(6), lock: { locked: true, unlock_blocked: true } }
    case 7:
      return { ...base, expiry_date: inDays(14), lock: { locked_by_migration: true } }
    case 8:
      return { ...base, expiry_date: inDays(25), lock: { warn_on_lock: true } }
    case 9:
      return { ...base, expiry_date: inDays(45), nameservers: ['ns1.elsewhere.example', 'ns2.elsewhere.example'] }
    default:
      return {
        ...base,
        expiry_date: inDays(random.chance(0.12) ? random.integer(0, 60) : random.integer(61, 730)),
        lock: { locked: random.chance(0.7) },
        whois: { whois_privacy: random.chance(0.8) },
        ...(random.chance(0.08) && { nameservers: ['ns1.elsewhere.example', 'ns2.elsewhere.example'] }),
      }
  }
}

/** Zone sizes: a few large zones, the others of similar size, `recordCount` records in total. */
function zoneSizes(random: SeededRandom, positions: number[]): number[] {
  const sizes = positions.map((position, index) =>
    position === 0 ? 0 : index % 97 === 20 ? random.integer(105, 180) : random.integer(4, 10),
  )
  const ordinary = sizes.flatMap((size, index) => (size > 0 && size <= 100 ? [index] : []))
  for (let at = 0, sum = sizes.reduce((total, size) => total + size, 0); sum !== recordCount; at += 1) {
    const index = ordinary[at % ordinary.length] as number
    const step = sum < recordCount ? 1 : (sizes[index] as number) > 3 ? -1 : 0
    sizes[index] = (sizes[index] as number) + step
    sum += step
  }
  return sizes
}

/**
 * The world of the demo: 5 users with 9 keys, 12 servers, 600 domains, 5,000 records and 90 days of logs. The domains
 * have all states, and some have Japanese names. The same `seed` and `now` give the same world. `now`: epoch
 * milliseconds; expiry dates and log times are relative to it.
 */
export function createDemoWorld(now: number, seed = defaultSeed): WorldFile {
  const random = createSeededRandom(seed)
  const names = createDomainNameGenerator(random)
  const inDays = (days: number) => formatJapanDate(now + days * dayMs)
  const token = () => `demo_${random.hex(40)}`
  const sizes = zoneSizes(
    random,
    demoUsers.flatMap(({ domains }) => Array.from({ length: domains }, (_, position) => position)),
  )

  const users = demoUsers.map(({ name, domains: count, balance }): User => {
    const domains = Array.from({ length: count }, (_, position) => {
      const isJapanese = position > 9 && position % 12 === 0
      return createDemoDomain(
        random,
        isJapanese ? names.japanese() : names.latin(),
        position,
        sizes.shift() as number,
        inDays,
      )
    })
    const domainNames = domains.map(({ domain_name }) => domain_name)
    const servers = (serversOf[name] ?? []).map((server) => ({
      ...server,
      expiry_date: inDays(random.integer(20, 700)),
      domains: domainNames.slice(10, 14),
    }))
    const serverNames = servers.map(({ server_id }) => `${server_id}.simulator.example`)
    const keys = createDemoKeys(name, { domains: domainNames, servers: serverNames }, token, now)
    return {
      name,
      balance,
      keys,
      servers,
      domains,
      logs: keys.flatMap(({ services }, key) =>
        generateExecutionLogs(
          random,
          now,
          key,
          random.integer(150, 350),
          domainNames,
          services?.server ? serverNames : [],
        ),
      ),
    }
  })
  return {
    users,
    registered: ['example.com', 'example.net', 'example.org'],
    premium: ['sushi.com'],
    external_conflict: ['elsewhere.com'],
  }
}
