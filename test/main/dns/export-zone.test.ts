import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseCsvZone } from '#shared/dns/records-files/parse-csv-zone.ts'
import { parseJsonZone } from '#shared/dns/records-files/parse-json-zone.ts'
import { parseZoneFile } from '#shared/dns/records-files/parse-zone-file.ts'
import { runWithoutPauses } from '#shared/run-generator-without-pauses.ts'
import { idna } from '#main/node-idna.ts'
import { domain, startPlansRig } from '#test/main/plans/plans-rig.ts'

const readers = { zone: parseZoneFile, csv: parseCsvZone, json: parseJsonZone }

test.each(['zone', 'csv', 'json'] as const)(
  'The stored zone is saved as %s under the name of the domain and reads back without loss',
  async (format) => {
    const rig = await startPlansRig()
    const { accountId, storedZone } = rig
    const { path, incompletelyWritten } = await rig.call('dns.exportZone', {
      accountId,
      domain,
      format,
      snapshotId: null,
    })
    expect(path).toMatch(new RegExp(`/${domain}\\.${format}$`))
    expect(incompletelyWritten).toEqual([])
    const { records, isComplete } = runWithoutPauses(
      readers[format](readFileSync(path ?? '', 'utf8'), { domain, idna }),
    )
    expect(isComplete).toBe(true)
    expect(records.map(({ host, type, content }) => `${host} ${type} ${content}`).sort()).toEqual(await storedZone())
  },
)

test('A record that a zone file cannot hold is named', async () => {
  const rig = await startPlansRig()
  const { accountId, served } = rig
  const [first] = served().records.values()
  if (first) Object.assign(first, { type: 'CAA', content: '0 issue "ca.example.net"' })
  await rig.call('dns.refresh', { accountId, domain })
  const { incompletelyWritten } = await rig.call('dns.exportZone', {
    accountId,
    domain,
    format: 'zone',
    snapshotId: null,
  })
  expect(incompletelyWritten).toEqual([{ type: 'CAA', host: first?.host, code: 'writtenAsComment' }])
})

test('A record with an apostrophe before a value in a CSV file is named, because the file does not hold it as it is', async () => {
  const rig = await startPlansRig()
  const { accountId, served } = rig
  const [first] = served().records.values()
  if (first) Object.assign(first, { type: 'TXT', content: '-all' })
  await rig.call('dns.refresh', { accountId, domain })
  const exported = (format: 'csv' | 'json') =>
    rig.call('dns.exportZone', { accountId, domain, format, snapshotId: null })
  const { path, incompletelyWritten } = await exported('csv')
  expect(incompletelyWritten).toEqual([{ type: 'TXT', host: first?.host, code: 'apostropheAdded' }])
  expect(readFileSync(path ?? '', 'utf8')).toContain("'-all")
  expect((await exported('json')).incompletelyWritten).toEqual([])
})

test('A snapshot is saved as it was, under the date on which it was taken', async () => {
  const rig = await startPlansRig()
  const { accountId, served } = rig
  const { id: snapshotId } = await rig.call('snapshots.create', { accountId, domain })
  const [first] = served().records.values()
  if (first) Object.assign(first, { content: '198.51.100.99' })
  await rig.call('dns.refresh', { accountId, domain })
  const { path } = await rig.call('dns.exportZone', { accountId, domain, format: 'zone', snapshotId })
  expect(path).toMatch(/\/example\.com-\d{4}-\d\d-\d\d\.zone$/)
  expect(existsSync(path ?? '') && readFileSync(path ?? '', 'utf8')).not.toContain('198.51.100.99')
})
