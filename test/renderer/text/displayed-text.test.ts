import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import type { Attention } from '#shared/ipc/inventory.ts'
import { keyGrantRows } from '#renderer/features/accounts/keys/key-grant-rows.ts'
import {
  mergeStaleItems,
  mergeUnreachableItems,
  groupAttentionByUrgency,
  attentionItemKey,
} from '#renderer/features/overview/attention-items.ts'
import { detailsLeft, hasListError, missesDetails, summarizeSync } from '#renderer/stores/summarize-sync.ts'
import { setMessages } from '#test/renderer/set-messages.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { formatAge, formatDaysUntil } from '#renderer/ui/time/format-age.ts'

const t = setMessages('en')
const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('ages', () => {
  test.each([
    [null, 'never'],
    [59_000, 'just now'],
    [4 * minuteMs, '4 min ago'],
    [47 * hourMs, '47 h ago'],
    [49 * hourMs, '2 d ago'],
  ])('%s ms is "%s"', (passedMs, words) => {
    const now = 1_800_000_000_000
    expect(formatAge(passedMs === null ? null : now - passedMs, now, t)).toBe(words)
  })

  test('an instant more than a minute ahead has no age: it is told as the time that it is, in every language', () => {
    const at = Date.UTC(2026, 10, 22, 5, 39, 53)
    expect(formatAge(at, at - 59_000, t)).toBe('just now')
    expect(formatAge(at, at - 61_000, t)).toBe('2026-11-22 14:39:53 Japan time')
    expect(formatAge(at, at - 400 * 24 * hourMs, setMessages('ja'))).toBe('日本時間 2026-11-22 14:39:53')
    setMessages('en')
  })

  test.each([
    [0, 'today'],
    [1, 'tomorrow'],
    [-1, 'yesterday'],
    [12, 'in 12 days'],
    [-3, '3 days ago'],
  ])('%s days is "%s"', (days, words) => {
    expect(formatDaysUntil(days, t)).toBe(words)
  })
})

describe('errors', () => {
  test('an answer of the service is told by its status, with its own code and message beside', () => {
    const error = new AppError('service', 'refused', {
      status: 404,
      code: 'RECORD_NOT_FOUND',
      serviceMessage: 'No such record',
    })
    expect(describeError(error)).toMatchObject({
      title: 'Not found at the service',
      detail: '404 · RECORD_NOT_FOUND · No such record',
    })
  })

  test('a time to wait is told in seconds, rounded up', () => {
    const error = new AppError('service', 'wait', { status: 429, retryAfterMs: 36_001 })
    expect(describeError(error).remedy).toContain('37 seconds')
    expect(describeError(new AppError('service', 'wait', { status: 429, retryAfterMs: 900 })).remedy).toContain(
      '1 second.',
    )
  })

  test('403 at the first try of a key speaks of the IP restriction', () => {
    const error = new AppError('service', 'refused', { status: 403, code: 'FORBIDDEN' })
    expect(describeError(error, 'tryKey').remedy).toContain('IP restriction')
    expect(describeError(error).title).not.toBe(describeError(error, 'tryKey').title)
  })

  test('what cannot be taken away for open orders says how many they are, and speaks of no other order', () => {
    const error = new AppError('open_intent', 'open', { details: { target: 'one.com', intentId: 'i', count: 4 } })
    expect(describeError(error).title).toBe('4 orders are still open')
    expect(
      describeError(new AppError('open_intent', 'open', { details: { target: 'one.com', intentId: 'i' } })).title,
    ).toContain('Another order')
  })

  test('only a fault shows our own message', () => {
    expect(describeError(new AppError('bug', 'x is undefined')).detail).toBe('x is undefined')
    expect(describeError(new AppError('no_network', 'ECONNREFUSED')).detail).toBeNull()
  })
})

describe('grants', () => {
  test('a service, permission or category that is not known is shown as it came', () => {
    const [grant] =
      keyGrantRows({
        expires_at: null,
        services: {
          newone: { permission_type: 'custom', target_mode: 'selected', targets: ['a'], permissions: { odd: 'full' } },
        },
      }) ?? []
    expect(grant).toMatchObject({
      service: 'newone',
      permission: 'custom',
      targets: ['a'],
      categories: [{ name: 'odd', permission: 'full' }],
      mayOrder: null,
    })
  })

  test('rights that the service does not state are no missing rights', () => {
    expect(keyGrantRows({ expires_at: null })).toBeNull()
    expect(keyGrantRows({ expires_at: null, services: {} })).toEqual([])
    expect(
      keyGrantRows({ expires_at: null, service_type: 'server', servername: 'web01.example', permission_type: 'read' }),
    ).toEqual([expect.objectContaining({ service: 'server', permission: 'read', targets: ['web01.example'] })])
  })

  test('an empty map of permissions written as a list is no categories', () => {
    const [grant] =
      keyGrantRows({
        expires_at: null,
        services: { domain: { permission_type: 'custom', permissions: [], allow_acquisition: false } },
      }) ?? []
    expect(grant).toMatchObject({ categories: [], mayOrder: false, orderKind: 'acquisition', targets: null })
  })
})

test('running syncs are summed, and the slowest account decides how long they take, once all know', () => {
  const idle: SyncProgress = {
    accountId: 'a',
    state: 'details',
    responsiveness: 'yes',
    isWaiting: false,
    startedAt: 0,
    runsSince: 0,
    endedAt: null,
    listsDone: 2,
    listsTotal: 2,
    detailsRead: 10,
    detailsTotal: 40,
    detailsFailed: 0,
    detailsError: null,
    minutesLeft: 3,
    dayShare: null,
    detailsPutOff: 0,
    error: null,
  }
  expect(summarizeSync([idle, { ...idle, listsDone: 0, detailsRead: 0, detailsTotal: 0, minutesLeft: null }])).toEqual({
    listsDone: 2,
    listsTotal: 4,
    detailsRead: 10,
    detailsFailed: 0,
    detailsTotal: 40,
    responsiveness: 'yes',
    unanswered: 0,
    running: 2,
    minutesLeft: null,
    done: 12 / 44,
  })
  expect(summarizeSync([idle, { ...idle, minutesLeft: 5 }]).minutesLeft).toBe(5)
})

test('a sum of running syncs does not shrink when one of them ends, and leaves out what ended before them', () => {
  const running: SyncProgress = {
    accountId: 'a',
    state: 'details',
    responsiveness: 'yes',
    isWaiting: false,
    startedAt: 100,
    runsSince: 100,
    endedAt: null,
    listsDone: 2,
    listsTotal: 2,
    detailsRead: 10,
    detailsTotal: 40,
    detailsFailed: 0,
    detailsError: null,
    minutesLeft: 3,
    dayShare: null,
    detailsPutOff: 0,
    error: null,
  }
  const ended: SyncProgress = {
    ...running,
    accountId: 'b',
    state: 'idle',
    startedAt: 101,
    runsSince: 101,
    endedAt: 200,
    detailsRead: 40,
    minutesLeft: null,
  }
  expect(summarizeSync([running, ended])).toMatchObject({
    listsDone: 4,
    listsTotal: 4,
    detailsRead: 50,
    detailsTotal: 80,
    minutesLeft: 3,
  })
  expect(summarizeSync([running, { ...ended, state: 'failed', detailsRead: 30 }])).toMatchObject({
    detailsRead: 40,
    detailsTotal: 70,
  })
  expect(summarizeSync([running, { ...ended, detailsRead: 30, detailsFailed: 10 }])).toMatchObject({
    detailsRead: 40,
    detailsFailed: 10,
    detailsTotal: 80,
  })
  expect(summarizeSync([running, { ...ended, startedAt: 0, runsSince: 0, endedAt: 99 }])).toMatchObject({
    detailsRead: 10,
    detailsTotal: 40,
  })
  expect(summarizeSync([running, { ...ended, startedAt: 0, runsSince: 0 }])).toMatchObject({
    detailsRead: 50,
    detailsTotal: 80,
  })
  const before = { ...ended, accountId: 'c', startedAt: 0, runsSince: 0, endedAt: 150 }
  expect(summarizeSync([before, ended, { ...running, runsSince: 180 }])).toMatchObject({
    detailsRead: 90,
    detailsTotal: 120,
  })
  // It was interrupted, and goes on alone.
  expect(summarizeSync([ended, { ...running, runsSince: 300 }])).toMatchObject({ detailsRead: 10, detailsTotal: 40 })
  expect(summarizeSync([ended])).toMatchObject({ detailsTotal: 0, done: 0 })
})

test('a sync that was broken off tells the details that it left beside those that failed', () => {
  const brokenOff = { state: 'failed', detailsRead: 106, detailsFailed: 6, detailsTotal: 392 } as SyncProgress
  expect(detailsLeft(brokenOff)).toBe(280)
  expect(detailsLeft({ ...brokenOff, state: 'details' })).toBe(0)
  expect(missesDetails({ ...brokenOff, state: 'cancelled', detailsFailed: 0 })).toBe(true)
  expect(missesDetails({ ...brokenOff, detailsRead: 392, detailsFailed: 0 })).toBe(false)
})

test('syncs whose calls get no answer are told, and late ones only where every sync that makes calls waits', () => {
  const running = {
    state: 'details',
    responsiveness: 'yes',
    isWaiting: false,
    startedAt: 0,
    runsSince: 0,
    minutesLeft: 3,
  } as SyncProgress
  const sum = (...each: Partial<SyncProgress>[]) => summarizeSync(each.map((one) => ({ ...running, ...one })))
  expect(sum({}, { responsiveness: 'no' })).toMatchObject({ responsiveness: 'no', unanswered: 1, running: 2 })
  expect(sum({}, { responsiveness: 'late' }).responsiveness).toBe('yes')
  expect(sum({ responsiveness: 'late' }, { state: 'lists', isWaiting: true }).responsiveness).toBe('late')
  expect(sum({ responsiveness: 'late' }, { responsiveness: 'no' }).responsiveness).toBe('no')
})

test('what stands still until a person acts comes before what ends by itself', () => {
  const pending = (status: string): Attention => ({ kind: 'domains_pending', status, count: 1, accountIds: ['a'] })
  const groups = groupAttentionByUrgency([
    pending('pending_create'),
    { kind: 'stale', accountId: 'a', syncedAt: null },
    pending('transfer_action_required'),
    pending('new_status'),
  ])
  expect(groups.map(({ urgency, items }) => [urgency, items.length])).toEqual([
    ['now', 1],
    ['soon', 2],
    ['running', 1],
  ])
})

test('an account that is read just now is not offered another sync', () => {
  const stale = ['a', 'b', 'c'].map((accountId): Attention => ({ kind: 'stale', accountId, syncedAt: null }))
  expect(mergeStaleItems(stale, (accountId) => accountId === 'b')).toEqual([
    { kind: 'stale_many', accountIds: ['a', 'c'] },
  ])
  expect(mergeStaleItems(stale, (accountId) => accountId !== 'b')).toEqual([stale[1]])
})

test('an account whose sync failed to read a list is offered another, though its details are still being read', () => {
  const progress = { state: 'details', error: null } as SyncProgress
  expect(hasListError(progress)).toBe(false)
  expect(hasListError({ ...progress, error: { kind: 'timeout', message: '', details: {} } })).toBe(true)
})

test('syncs that one outage ended are one thing to do, beside those that failed otherwise', () => {
  const failed = (accountId: string, kind: 'no_network' | 'timeout' | 'service') =>
    ({
      kind: 'sync_failed',
      accountId,
      at: 1,
      code: null,
      message: '',
      error: { kind, message: '', details: {} },
    }) satisfies Attention
  const items = [
    failed('a', 'no_network'),
    failed('b', 'service'),
    failed('c', 'timeout'),
    failed('d', 'no_network'),
    failed('e', 'service'),
  ]
  expect(mergeUnreachableItems(items)).toEqual([
    { kind: 'sync_failed_many', error: items[0]?.error, accountIds: ['a', 'd'] },
    items[1],
    items[2],
    items[4],
  ])
})

test('an item that needs attention is the same one while its counts change, and another for another account, status or run', () => {
  const run = (id: string, waitsForYou: number) =>
    attentionItemKey({ kind: 'run_stopped', accountIds: ['a'], run: { id, waitsForYou } } as unknown as Parameters<
      typeof attentionItemKey
    >[0])
  const pending = (status: string, count: number) =>
    attentionItemKey({ kind: 'domains_pending', status, count, accountIds: ['a'] })
  expect([run('one', 4), run('one', 3), run('two', 4)].map((key) => key === run('one', 4))).toEqual([true, true, false])
  expect(
    [pending('expired', 2), pending('expired', 3), pending('transferring', 2)].map(
      (key) => key === pending('expired', 2),
    ),
  ).toEqual([true, true, false])
})

test('sentences after each other end with the full stop of the language, and stand apart where it writes blanks', () => {
  setMessages('en')
  expect(joinSentences(['Another Banto is using this profile', 'Close it.', '', null])).toBe(
    'Another Banto is using this profile. Close it.',
  )
  setMessages('ja')
  expect(joinSentences(['使用中です', '終了してください。', undefined])).toBe('使用中です。終了してください。')
  setMessages('en')
})

test('a choice of so many days names what has expired, as the rows that it shows include it', () => {
  for (const [language, expired] of [
    ['en', /expired/i],
    ['ja', /期限切れ/],
  ] as const) {
    const says = setMessages(language)
    for (const key of ['common.expiry.within', 'orders.renew.within']) expect(says(key, { n: 30 })).toMatch(expired)
  }
  setMessages('en')
})
