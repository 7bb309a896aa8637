import { expect, test } from 'vitest'
import { buildJobItemForWindow } from '#main/jobs/build-job-and-item-for-window.ts'
import type { JobItemWithUnparsedInput } from '#main/jobs/parse-job-rows.ts'
import { newSiteInputSchema, newSiteProgressSchema, type NewSiteInput } from '#main/server-jobs/new-site-job-schemas.ts'
import { toNewSiteItemView } from '#main/server-jobs/to-new-site-item-view.ts'
import { createAddHostsJobKind } from './job-kind-for-runner-tests.ts'

test('After a merge of accounts, the server of a new site belongs to the account that was kept, as its domain does', () => {
  const input: NewSiteInput = {
    server: { accountId: 'merged', servername: 'web01.example' },
    ssl: false,
    redirectHttps: false,
    wordpress: null,
    hosts: ['@'],
    verificationHost: null,
    verification: null,
    dns: null,
  }
  const row: JobItemWithUnparsedInput = {
    jobId: 'job',
    position: 0,
    accountId: 'merged',
    domain: 'example.com',
    state: 'done',
    input,
    progress: null,
    error: null,
    calls: 1,
    callsDone: 1,
    runAgainAt: null,
    endedAt: 1_000_000,
  }
  const kind = {
    ...createAddHostsJobKind({ now: () => 1_000_000 }),
    input: newSiteInputSchema,
    progress: newSiteProgressSchema,
    toShownFields: toNewSiteItemView,
  }
  const { accountId, newSite } = buildJobItemForWindow(kind, row, {
    findWait: () => null,
    currentId: (id) => (id === 'merged' ? 'kept' : id),
    accountLabel: () => null,
    plannedAgain: null,
    isPaused: false,
    isCancelled: false,
  })
  expect([accountId, newSite?.server.accountId]).toEqual(['kept', 'kept'])
})
