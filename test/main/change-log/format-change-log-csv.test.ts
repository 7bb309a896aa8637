import { expect, test } from 'vitest'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import { formatChangeLogCsv } from '#main/change-log/format-change-log-csv.ts'

test.each([
  ['SSL: failed_nameserver, HTTPS', 'SSL, HTTPS', 'failed_nameserver'],
  ['SSL: failed_nameserver', 'SSL', 'failed_nameserver'],
  ['SSL: failed, retried later, HTTPS', 'SSL, HTTPS', 'failed, retried later'],
])('The CSV has the requested values of an added domain without the answered SSL status: %s', async (...values) => {
  const [after, requested, status] = values
  const change = { kind: 'server', operation: 'addDomain', subject: 'a.example', before: null, after, unproved: null }
  const entry = { at: 0, accountLabel: 'Shop', domain: 'web01.example', change, result: 'done', error: null }
  const parts = await formatChangeLogCsv([{ ...entry, id: 'e', jobId: null } as unknown as ChangeLogEntry], {})
  expect(parts.join('').replaceAll('"', '')).toContain(`,${requested},partly_failed (SSL: ${status}),`)
})
