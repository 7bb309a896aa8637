import { domainToASCII, domainToUnicode } from 'node:url'
import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { replaceWholeContentOrSrvTarget } from '#shared/dns/zone-edits/edit-matching-records.ts'
import { checkZonePlan } from '#shared/dns/plan/check-zone-plan.ts'
import { planZone } from '#shared/dns/plan/plan-zone.ts'
import { createFigure, type Figure } from '#test/bench/bench-figures.ts'
import { measureThreadMsInTurns } from '#test/bench/measure-thread-time.ts'

const domain = 'example.com'
const customers = 1_000
const goalMs = 20
const idna = { toAscii: domainToASCII, toUnicode: domainToUnicode }

/** Five records of each customer: addresses, a text, an alias and a mail server that point to the customer's host. */
function createZone(prefix: string): ZoneRecord[] {
  const records = Array.from({ length: customers }, (_, index): Omit<DnsRecordFields, 'ttl'>[] => {
    const host = `${prefix}${index}`
    return [
      { type: 'A', host, content: `192.0.2.${index % 50}`, priority: 0 },
      { type: 'AAAA', host, content: `2001:db8::${index.toString(16)}`, priority: 0 },
      { type: 'TXT', host, content: `v=spf1 a:${host}.${domain} -all`, priority: 0 },
      { type: 'CNAME', host: `www.${host}`, content: `${host}.${domain}`, priority: 0 },
      { type: 'MX', host: `shop.${host}`, content: `${host}.${domain}`, priority: 10 },
    ]
  })
  return records.flat().map((record, index) => ({ ...record, ttl: 3600, id: index + 1 }))
}

/** Measures the plan of a zone with 5,000 records, and its check. */
export function benchZonePlans(): Figure[] {
  const zone = createZone('c')
  const desiredZones: [name: string, desired: DnsRecordFields[]][] = [
    ['without changes', zone],
    ['with a new address in 20 records', replaceWholeContentOrSrvTarget(zone, '192.0.2.7', '192.0.2.200')],
    ['with a new TTL in every record', zone.map((record) => ({ ...record, ttl: 300 }))],
    ['with every host renamed', createZone('d')],
  ]
  return desiredZones.flatMap(([name, zoneWithEdits]) => {
    // The records of an edited zone come to the main process as a copy.
    const desired = structuredClone(zoneWithEdits)
    const plan = () => planZone(zone, desired, { domain })
    const changes = plan()
    const { planning, checking } = measureThreadMsInTurns({
      planning: () => plan().length,
      checking: () => checkZonePlan({ domain, zone, changes, delegation: { state: 'service' }, idna }).length,
    })
    return [
      createFigure(`plan of a zone with ${zone.length} records ${name}`, planning, 'ms', goalMs),
      createFigure(`check of the ${changes.length} changes`, checking, 'ms'),
    ]
  })
}
