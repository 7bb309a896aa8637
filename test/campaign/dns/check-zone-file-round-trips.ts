import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { pickRecordFields, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { parseRecordsFile } from '#shared/dns/records-files/parse-records-file.ts'
import { sortZoneRecords } from '#shared/dns/records-files/sort-zone-records.ts'
import { writeCsvZone, writeJsonZone } from '#shared/dns/records-files/write-csv-and-json-zone.ts'
import { writeZoneFile } from '#shared/dns/records-files/write-zone-file.ts'
import { runWithoutPauses } from '#shared/run-generator-without-pauses.ts'
import { createMinimumFigure, createZeroFigure, type CampaignFigure } from '#test/campaign/campaign-figures.ts'
import { idna } from '#test/shared/dns/node-idna.ts'
import { randomZone } from '#test/shared/dns/random-zones.ts'
import {
  checkAndRewriteWithBind,
  toComparableRecordTexts,
  hasNamedCheckzone,
  keepRecordsThatBindAccepts,
} from '#test/shared/dns/records-files/check-and-compare-zone-with-bind.ts'

const domain = 'example.com'

/**
 * Writes random zones and reads them again: each as a zone file, every tenth also as CSV and JSON. BIND reads the zone
 * files of `bindZones` of them.
 */
export function checkZoneFileRoundTrips({
  seed,
  zones,
  bindZones,
}: {
  seed: number
  zones: number
  bindZones: number
}): CampaignFigure[] {
  const samples = fc.sample(randomZone(), { numRuns: zones, seed })
  const lost = samples.filter((zone, index) => isLost(zone, index % 10 === 0))
  const refused = hasNamedCheckzone ? samples.slice(0, bindZones).filter(isRefusedByBind) : []
  for (const zone of [...lost, ...refused].slice(0, 3)) console.log(`\n${JSON.stringify(zone)}\n`)
  return [
    createMinimumFigure('zones written and read', samples.length, zones),
    createZeroFigure('zones that read(write(zone)) changes', lost.length),
    { name: 'records in them', value: samples.reduce((sum, zone) => sum + zone.length, 0), goal: null, holds: null },
    createMinimumFigure('zone files read by named-checkzone', hasNamedCheckzone ? bindZones : 0, bindZones),
    createZeroFigure('zone files that named-checkzone refuses or reads differently', refused.length),
  ]
}

function isLost(zone: readonly DnsRecordFields[], inAllFormats: boolean): boolean {
  const expected = sortZoneRecords(zone)
  const files = [
    writeZoneFile(zone, { domain, withPlaceholderSoa: false }).text,
    ...(inAllFormats ? [writeCsvZone(zone), writeJsonZone(zone)] : []),
  ]
  return files.some((file) => {
    const { records, findings } = read(file)
    return findings.length > 0 || !isDeepStrictEqual(records.map(pickRecordFields), expected)
  })
}

function isRefusedByBind(random: readonly DnsRecordFields[]): boolean {
  const zone = keepRecordsThatBindAccepts(random)
  const { isAccepted, written } = checkAndRewriteWithBind(
    domain,
    writeZoneFile(zone, { domain, withPlaceholderSoa: true }).text,
  )
  return (
    !isAccepted || !isDeepStrictEqual(toComparableRecordTexts(read(written).records), toComparableRecordTexts(zone))
  )
}

function read(file: string) {
  return runWithoutPauses(parseRecordsFile(file, { domain, idna }))
}
