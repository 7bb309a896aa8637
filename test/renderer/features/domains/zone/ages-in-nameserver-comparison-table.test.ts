import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { NameserverComparisonResult } from '#shared/ipc/nameserver-comparison.ts'
import StoredZoneAndNameserverAnswersTable from '#renderer/features/domains/zone/StoredZoneAndNameserverAnswersTable.vue'
import { i18n } from '#renderer/text/i18n.ts'

const zoneReadAt = Date.UTC(2026, 10, 2)
const nameserversReadAt = Date.UTC(2026, 10, 1)
const set = (host: string, type: string, source: 'zone' | 'nameservers') => ({
  host,
  type,
  name: 'example.com',
  stored: ['a stored value'],
  source,
  state: 'same' as const,
  doServersDiffer: false,
  answers: [],
})
const comparison: NameserverComparisonResult = {
  startedAt: 1,
  endedAt: 2,
  zoneReadAt,
  nameserversReadAt,
  delegation: { state: 'same', stored: ['ns1.example'], resolved: ['ns1.example'] },
  servers: [],
  recordSets: [set('www', 'A', 'zone'), set('@', 'NS', 'nameservers')],
}

/** Returns the times of all ages in the heading and in each row of the table. */
async function agesOf(result: NameserverComparisonResult): Promise<{ heading: string[]; rows: string[][] }> {
  const html = await renderToString(
    createSSRApp({ render: () => h(StoredZoneAndNameserverAnswersTable, { result }) }).use(i18n),
  )
  const timesOf = (part: string) =>
    [...part.matchAll(/<time[^>]*>/g)].map(([tag]) => /datetime="(.*?)"/.exec(tag)?.[1] ?? 'never')
  const [heading = [], ...rows] = html.split('<tr').slice(1).map(timesOf)
  return { heading, rows }
}

const zoneTime = new Date(zoneReadAt).toISOString()
const nameserversTime = new Date(nameserversReadAt).toISOString()

test('A row with stored values from the name servers of the domain shows when these were read', async () => {
  expect(await agesOf(comparison)).toEqual({ heading: [zoneTime], rows: [[], [nameserversTime]] })
  const recordSets = [set('@', 'NS', 'zone')]
  expect(await agesOf({ ...comparison, recordSets })).toEqual({ heading: [zoneTime], rows: [[]] })
})

test('The heading shows no age of a zone that was never read', async () => {
  const recordSets = [set('@', 'NS', 'nameservers')]
  expect(await agesOf({ ...comparison, zoneReadAt: null, recordSets })).toEqual({
    heading: [],
    rows: [[nameserversTime]],
  })
})
