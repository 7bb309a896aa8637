import { expect, test } from 'vitest'
import { initialDomainChangesProgress, type DomainChangesInput } from '#main/plans/domain-changes-job-schemas.ts'
import { emptyDomainEdit } from '#main/plans/domain-edit-schema.ts'
import { initialNewSiteProgress, type NewSiteInput } from '#main/server-jobs/new-site-job-schemas.ts'
import { toNewSiteItemView } from '#main/server-jobs/to-new-site-item-view.ts'

const dns: DomainChangesInput = { changes: [], edit: emptyDomainEdit, confirmed: [] }
const input: NewSiteInput = {
  server: { accountId: 'first', servername: 'web01.example' },
  ssl: false,
  redirectHttps: false,
  wordpress: null,
  hosts: ['@'],
  verificationHost: null,
  verification: null,
  dns,
}
const sending = { upAt: 0, at: 0, isAnswered: false, error: null }

test.each([
  ['none of its changes was sent', {}, 'not_done'],
  ['some of its changes were made', { done: 2, notNeeded: 1 }, 'partly_done'],
  ['its only changes were deletions of records that were gone', { done: 1, notNeeded: 1 }, 'not_done'],
  ['the outcome of a sent change is unknown', { done: 1, sending }, 'unknown'],
] as const)('If an item ends by an error of the job, the step of the zone says whether %s', (_, part, state) => {
  const progress = { ...initialNewSiteProgress, dns: { ...initialDomainChangesProgress, ...part } }
  const { newSite } = toNewSiteItemView({ domain: 'example.com', input, progress, isEnded: true })
  expect(newSite?.steps.find(({ step }) => step === 'dns')?.state).toBe(state)
})

test('A step without zone changes waits until the job has read the zone', () => {
  const { newSite } = toNewSiteItemView({
    domain: 'example.com',
    input: { ...input, verification: dns },
    progress: null,
    isEnded: false,
  })
  expect(newSite?.steps.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
})

test('Each change of the zone names the step that it belongs to', () => {
  const zonePart: DomainChangesInput = {
    ...dns,
    changes: [{ kind: 'nameservers', before: ['ns1.example'], after: ['ns2.example'] }],
  }
  const { changes } = toNewSiteItemView({
    domain: 'example.com',
    input: { ...input, verification: zonePart, dns: zonePart },
    progress: null,
    isEnded: false,
  })
  expect(changes.map(({ step }) => step)).toEqual(['verification', 'dns'])
})
