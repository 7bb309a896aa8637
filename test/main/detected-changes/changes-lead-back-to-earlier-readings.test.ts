import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { DetectedChangeValues } from '#shared/ipc/detected-changes.ts'
import { buildRecordKeyWithTtl } from '#shared/dns/records/compare-two-records.ts'
import { domainListItem } from '#test/main/inventory/temporary-inventory.ts'
import { domain, listDetectedChanges, openInventoryWithDomain } from './detected-changes-rig.ts'

/** The values that one reading of all lists and details shows. */
interface Reading {
  status: string
  expiry: string | null
  isAutoRenewing: boolean
  isLocked: boolean
  hasPrivacy: boolean
  nameservers: string[]
  eppStatuses: string[]
  records: ZoneRecord[]
}

/** One of the names in any letter case, with or without a dot at its end. */
const hostName = (names: string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fc.boolean(), fc.boolean())
    .map(([name, isUpper, hasDot]) => `${isUpper ? name.toUpperCase() : name}${hasDot ? '.' : ''}`)

const record = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  type: fc.constantFrom('CNAME', 'MX', 'TXT'),
  host: fc.constantFrom('www', 'WWW', '@'),
  content: hostName(['a.example', 'b.example']),
  ttl: fc.constantFrom(300, 3600),
  priority: fc.constantFrom(0, 10),
})
const reading: fc.Arbitrary<Reading> = fc.record({
  status: fc.constantFrom('active', 'expired'),
  expiry: fc.constantFrom(null, '2027-03-31', '2028-03-31'),
  isAutoRenewing: fc.boolean(),
  isLocked: fc.boolean(),
  hasPrivacy: fc.boolean(),
  nameservers: fc.array(hostName(['ns1.example', 'ns2.example', 'ns3.example']), { minLength: 1, maxLength: 3 }),
  eppStatuses: fc.array(fc.constantFrom('pendingTransfer', 'redemptionPeriod', 'ok'), { maxLength: 3 }),
  records: fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 6 }),
})

/** The state before the change. */
function undo(state: Reading, change: DetectedChangeValues): Reading {
  switch (change.field) {
    case 'status':
      expect(state.status).toBe(change.after)
      return { ...state, status: change.before }
    case 'expiry':
      expect(state.expiry).toBe(change.after)
      return { ...state, expiry: change.before }
    case 'auto_renew':
      return { ...state, isAutoRenewing: change.before }
    case 'lock':
      return { ...state, isLocked: change.before }
    case 'whois_privacy':
      return { ...state, hasPrivacy: change.before }
    case 'nameservers':
      expect(hasSameNameservers(state.nameservers, change.after)).toBe(true)
      return { ...state, nameservers: change.before }
    case 'epp_statuses':
      expect(comparable(state).eppStatuses).toEqual(change.after)
      return { ...state, eppStatuses: change.before }
    case 'record': {
      const { before, after } = change
      const index = after
        ? state.records.findIndex((one) => buildRecordKeyWithTtl(one) === buildRecordKeyWithTtl(after))
        : -1
      expect(index >= 0).toBe(after !== null)
      return {
        ...state,
        records: [...state.records.toSpliced(index < 0 ? state.records.length : index, 1), ...(before ? [before] : [])],
      }
    }
    default:
      throw new Error(`No reading shows ${change.field}`)
  }
}

const comparable = ({ nameservers, eppStatuses, records, ...state }: Reading) => ({
  ...state,
  eppStatuses: [...new Set(eppStatuses)].sort(),
  nameservers: [...new Set(nameservers.map((name) => name.toLowerCase().replace(/\.$/, '')))].sort(),
  records: records.map(buildRecordKeyWithTtl).sort(),
})

test('Undoing the changes backwards from the last reading gives what each earlier reading showed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reading, { minLength: 2, maxLength: 5 }), async (readings) => {
      const { inventory, database } = await openInventoryWithDomain({ readAt: 1 })
      for (const [index, one] of readings.entries()) {
        const readAt = (index + 1) * 10
        await inventory.storeListedDomains(
          'a',
          [domainListItem(domain, { status: one.status, expiry_date: one.expiry })],
          readAt,
          null,
        )
        const save = (kind: 'detail' | 'lock' | 'nameservers' | 'whois', data: object) =>
          inventory.saveDetail('a', 'domain', domain, kind, data, readAt)
        save('detail', {
          domain_name: domain,
          status: one.status,
          auto_renew: one.isAutoRenewing,
          epp_statuses: one.eppStatuses,
        })
        save('lock', { locked: one.isLocked })
        save('whois', { whois_privacy: one.hasPrivacy })
        save('nameservers', { nameservers: one.nameservers })
        inventory.storeZone(
          'a',
          domain,
          one.records.map((record) => ({ ...record })),
          readAt,
        )
      }
      let state = readings.at(-1) as Reading
      const changes = listDetectedChanges(database)
      for (const [index, earlier] of [...readings.entries()].reverse().slice(1)) {
        const since = changes.filter(({ detectedAt }) => detectedAt === (index + 2) * 10)
        for (const { values, previousReadAt } of since) {
          expect(previousReadAt).toBe((index + 1) * 10)
          state = undo(state, values)
        }
        expect(comparable(state)).toEqual(comparable(earlier))
      }
    }),
    { numRuns: 40 },
  )
})
