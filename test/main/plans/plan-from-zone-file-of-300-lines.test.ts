import { expect, test } from 'vitest'
import {
  listRecords,
  domainOfZoneFile,
  expectedRecords,
  expectedRefusals,
  zoneFileOf300Lines,
} from '#test/zone-file-of-300-lines/expected-records-and-refusals.ts'
import { startPlansRig } from './plans-rig.ts'

test('A zone of four records becomes the zone of a file of 300 lines, by one call for each difference', async () => {
  const rig = await startPlansRig({
    domains: [
      {
        domain_name: domainOfZoneFile,
        records: [
          { type: 'A', host: '@', content: '192.0.2.10' },
          { type: 'A', host: 'www', content: '192.0.2.10' },
          { type: 'MX', host: '@', content: 'mail.alpha-shop.example', priority: 10 },
          { type: 'TXT', host: '@', content: 'v=spf1 include:spf.example -all' },
        ],
      },
    ],
  })
  const plan = await rig.create({ kind: 'zone_file', format: 'zone', text: zoneFileOf300Lines, mode: 'replace' }, [
    domainOfZoneFile,
  ])
  expect(plan).toMatchObject({ adds: 241, changes: 3, deletes: 0, typedConfirmation: domainOfZoneFile })
  expect(plan.lineFindings.map(({ line, code, severity }) => ({ line, code, severity }))).toEqual(
    expectedRefusals.map(({ line, code }) => ({ line, code, severity: 'error' })),
  )
  expect(await rig.untilEnded(await rig.start(plan))).toMatchObject([{ state: 'done' }])
  expect(listRecords(rig.served(domainOfZoneFile).records.values())).toEqual(listRecords(expectedRecords))
  expect(rig.writes()).toHaveLength(244)

  const again = await rig.create({ kind: 'zone_file', format: 'zone', text: zoneFileOf300Lines, mode: 'replace' }, [
    domainOfZoneFile,
  ])
  expect(again).toMatchObject({ withChanges: 0, unchanged: 1 })
})
