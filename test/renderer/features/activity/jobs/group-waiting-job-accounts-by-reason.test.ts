import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { Job } from '#shared/ipc/jobs.ts'
import {
  groupWaitingAccounts,
  areWaitingItemsHeldByAccountSetting,
  mayRetryingNowHelp,
} from '#renderer/features/activity/jobs/group-waiting-job-accounts-by-reason.ts'
import {
  describeWhyJobAccountsWait,
  formatWaitingItems,
} from '#renderer/features/activity/jobs/describe-why-job-accounts-wait.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'

type WaitingAccount = Job['waitingAccounts'][number]
const until = Date.parse('2026-11-24T00:12:55Z')
const limited = (accountId: string, at: number, limit = 'minute'): WaitingAccount => ({
  accountId,
  openItems: 2,
  checkingItems: 0,
  error: { kind: 'waits_for_limit', message: '', details: { limit, until: at } },
})
const heldBy = (
  accountId: string,
  kind: 'read_only' | 'paused' | 'no_network' | 'open_job' | 'offline',
): WaitingAccount => ({ accountId, openItems: 1, checkingItems: 0, error: { kind, message: '', details: {} } })

test('A reason for which many accounts wait is one group, with the number of their items and the first time', () => {
  const blocked = [limited('a', until), limited('b', until + minuteMs), limited('c', until - minuteMs)]
  expect(groupWaitingAccounts(blocked)).toMatchObject([
    {
      accountIds: ['a', 'b', 'c'],
      openItems: 6,
      title: expect.stringMatching(/09:11:55 .*, for the earliest of them$/),
    },
  ])
  const onHold = [until, until + minuteMs].map((at) => ({
    ...limited(String(at), at),
    error: { kind: 'address_guarded', message: '', details: { reason: 'held_by_block', until: at } },
  }))
  expect(groupWaitingAccounts(onHold as WaitingAccount[])[0]?.title).not.toContain('earliest')
  const same = [limited('a', until), limited('b', until)]
  expect(groupWaitingAccounts(same)[0]?.title).toMatch(/09:12:55 \(Japan time\)$/)
})

test('Items with unknown outcome are not counted as waiting, as in the filter by state', () => {
  const format = (openItems: number, checkingItems: number, areServers = false) =>
    formatWaitingItems({ openItems, checkingItems }, areServers, 'en', i18n.global.t)
  expect(format(112, 1)).toBe('111 domains waiting, 1 with unknown outcome so far')
  expect(format(1, 0)).toBe('1 domain waiting')
  expect(format(1, 1, true)).toBe('1 with unknown outcome so far')
  const [group] = groupWaitingAccounts([
    { ...limited('a', until), checkingItems: 1 },
    { ...limited('b', until), checkingItems: 1 },
  ])
  expect(group).toMatchObject({ openItems: 4, checkingItems: 2 })
})

test('Accounts that wait for different reasons are different groups', () => {
  const blocked = [limited('a', until), heldBy('b', 'read_only'), limited('c', until, 'day'), heldBy('d', 'read_only')]
  expect(groupWaitingAccounts(blocked).map(({ accountIds }) => accountIds)).toEqual([['a'], ['b', 'd'], ['c']])
})

test('Another attempt is no help for an account that a setting, another job or a limit holds back', () => {
  expect(mayRetryingNowHelp(heldBy('a', 'open_job'))).toBe(false)
  const kinds = [heldBy('a', 'read_only'), heldBy('b', 'paused'), heldBy('c', 'no_network'), limited('d', until)]
  expect(kinds.map(areWaitingItemsHeldByAccountSetting)).toEqual([true, true, false, false])
  expect(kinds.map(mayRetryingNowHelp)).toEqual([false, false, true, false])
})

test('The reasons why a job waits name the account, or the number of accounts, that each holds back', () => {
  const causes = (...blocked: WaitingAccount[]) =>
    describeWhyJobAccountsWait(blocked, (id) => id.toUpperCase(), i18n.global.t)
  expect(causes(heldBy('kita', 'paused'))).toEqual(['This account is paused (KITA)'])
  expect(causes(heldBy('a', 'paused'), heldBy('b', 'paused'), heldBy('c', 'read_only'))).toEqual([
    'This account is paused (2 accounts)',
    expect.stringMatching(/ \(C\)$/),
  ])
  expect(causes(heldBy('a', 'offline'))).toEqual([expect.not.stringContaining('(')])
})
