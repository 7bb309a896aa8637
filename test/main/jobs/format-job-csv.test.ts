import { expect, test } from 'vitest'
import type { JobItem } from '#shared/ipc/jobs.ts'
import { formatJobCsv } from '#main/jobs/format-job-csv.ts'
import { translateJobCsvLabels } from '#renderer/features/activity/jobs/translate-job-csv-labels.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const error = { kind: 'service', code: 'DOMAIN_CONFLICT', message: '', details: {} } as const
const nameservers = {
  kind: 'nameservers',
  before: ['ns1.example'],
  after: ['ns2.example'],
} as const satisfies JobItem['changes'][number]['change']

const failed: JobItem = {
  position: 0,
  accountId: 'a',
  accountLabel: null,
  domain: 'one.example',
  state: 'failed',
  changes: [],
  unconfirmed: null,
  error,
  runAgainAt: null,
  snapshotId: null,
  endedAt: 0,
  plannedAgain: null,
}

/** The cells of these columns, line by line. */
async function cellsOf(
  item: JobItem,
  names: readonly string[],
  labels: Record<string, string> = {},
  labelOf: (accountId: string) => string | null = () => 'First',
) {
  async function* items() {
    yield item
  }
  const [headings = [], ...lines] = (await formatJobCsv(items(), labelOf, labels))
    .join('')
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return lines.map((line) => names.map((name) => line[headings.indexOf(name)]))
}

test('The error of a domain is in the lines of the changes that were not made, and not of those that were not needed', async () => {
  const changes = (['not_needed', 'done', 'not_done', 'waiting'] as const).map((result) => ({
    change: nameservers,
    result,
  }))
  expect(await cellsOf({ ...failed, changes }, ['result', 'code'])).toEqual([
    ['not_needed', ''],
    ['done', ''],
    ['not_done', 'DOMAIN_CONFLICT'],
    ['waiting', 'DOMAIN_CONFLICT'],
  ])
})

test('The error of a step of a new site is not in the lines of the record changes of another step', async () => {
  const after = { host: '@', type: 'A' as const, content: '192.0.2.1', ttl: 3600, priority: 0 }
  const change = { kind: 'add', after } as const satisfies JobItem['changes'][number]['change']
  const newSite = {
    server: { accountId: 'a', servername: 'web01.example' },
    ssl: false,
    redirectHttps: false,
    wordpress: null,
    hosts: ['@' as const],
    verificationHost: null,
    steps: [
      { step: 'add_domain', state: 'failed', value: null, error },
      { step: 'dns', state: 'not_done', value: null, error: null },
    ] satisfies NonNullable<JobItem['newSite']>['steps'],
  }
  const item: JobItem = { ...failed, newSite, changes: [{ change, result: 'not_done', step: 'dns' }] }
  expect(await cellsOf(item, ['kind', 'code'])).toEqual([
    ['add', ''],
    ['add_domain', 'DOMAIN_CONFLICT'],
  ])
  const [addDomain, dns] = newSite.steps as [(typeof newSite.steps)[0], (typeof newSite.steps)[0]]
  const ofZone = {
    ...item,
    newSite: {
      ...newSite,
      steps: [
        { ...addDomain, error: null },
        { ...dns, error },
      ],
    },
  }
  expect((await cellsOf(ofZone, ['kind', 'code']))[0]).toEqual(['add', 'DOMAIN_CONFLICT'])
  const waits = { ...item, newSite: { ...newSite, steps: [{ ...addDomain, error: null }, dns] } }
  expect((await cellsOf(waits, ['kind', 'code']))[0]).toEqual(['add', 'DOMAIN_CONFLICT'])
})

test.each([
  ['en', 'Requested', 'Progress', '3 of 5'],
  ['ja', '指定した値', '進捗', '5 件中 3 件'],
] as const)(
  'The progress of a reading has a column of its own, with words that no spreadsheet takes for a date (%s)',
  async (language, after, progress, text) => {
    const labels = translateJobCsvLabels(setMessageLanguage(language))
    const item: JobItem = { ...failed, work: { done: 3, total: 5 } }
    expect(await cellsOf(item, [after, progress], labels)).toEqual([['', text]])
    expect(await cellsOf({ ...failed, work: { done: 0, total: null } }, [after, progress], labels)).toEqual([['', '']])
  },
)

test.each([
  ['answered', 'enabled', 'Answered: enabled'],
  ['failed', 'failed_nameserver', 'Failed: failed_nameserver'],
  ['unknown', null, 'Outcome unknown'],
] as const)('The %s state of SSL that the service answered is not called requested', async (state, value, result) => {
  const labels = translateJobCsvLabels(setMessageLanguage('en'))
  const newSite = {
    server: { accountId: 'a', servername: 'web01.example' },
    ssl: true,
    redirectHttps: false,
    wordpress: null,
    hosts: [],
    verificationHost: null,
    steps: [{ step: 'ssl' as const, state, value, error: null }],
  }
  const item: JobItem = { ...failed, state: 'done', error: null, newSite }
  expect(await cellsOf(item, ['Kind', 'Requested', 'Result'], labels)).toEqual([['SSL', '', result]])
})

test('The steps of a new site on its server are listed with the account of the server, and without the state of the domain', async () => {
  const labels = translateJobCsvLabels(setMessageLanguage('en'))
  const after = { host: '@', type: 'A' as const, content: '192.0.2.1', ttl: 3600, priority: 0 }
  const step = { value: null, error: null }
  const newSite = {
    server: { accountId: 'b', servername: 'web01.example' },
    ssl: true,
    redirectHttps: false,
    wordpress: null,
    hosts: ['@' as const],
    verificationHost: null,
    steps: [
      { ...step, step: 'add_domain' as const, state: 'done' as const },
      { ...step, step: 'ssl' as const, state: 'failed' as const, value: 'failed_nameserver' },
      { ...step, step: 'dns' as const, state: 'done' as const },
    ],
  }
  const item: JobItem = {
    ...failed,
    state: 'done',
    error: null,
    newSite,
    changes: [{ change: { kind: 'add', after }, result: 'done', step: 'dns' }],
  }
  const names = ['Account', 'Domain or server', 'State of the domain or server', 'Kind', 'Requested']
  expect(await cellsOf(item, names, labels, (id) => (id === 'b' ? 'Second' : 'First'))).toEqual([
    ['First', 'one.example', '', 'Add record', 'one.example 3600 A 192.0.2.1'],
    ['Second', 'web01.example', '', 'Domain on the server', 'one.example'],
    ['Second', 'web01.example', '', 'SSL', ''],
  ])
})

test('A removed account has the name of its last change, or is said not to be in Banto, and no internal ID', async () => {
  const labels = translateJobCsvLabels(setMessageLanguage('en'))
  const item: JobItem = { ...failed, changes: [{ change: nameservers, result: 'done' }] }
  const accountOf = async (accountLabel: string | null) =>
    (await cellsOf({ ...item, accountLabel }, ['Account'], labels, () => null))[0]
  expect(await accountOf('Aoba')).toEqual(['Aoba'])
  expect(await accountOf(null)).toEqual(['Account not in Banto'])
})

test('The state of an item that a later job finished is the one on the page of the job', async () => {
  const labels = translateJobCsvLabels(setMessageLanguage('en'))
  const stateOf = async (state: 'done' | 'failed') => {
    const plannedAgain = { jobId: 'later', position: 0, state, endedAt: 0 }
    const item: JobItem = { ...failed, state: 'replan', changes: [{ change: nameservers, result: 'not_done' }] }
    return (await cellsOf({ ...item, plannedAgain }, ['State of the domain or server'], labels))[0]
  }
  expect(await stateOf('done')).toEqual(['Handled by a new plan'])
  expect(await stateOf('failed')).toEqual(['Needs a new plan'])
})
