import { expect, onTestFinished, test } from 'vitest'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { getShownJobItemState } from '#shared/ipc/get-shown-state-of-job-item.ts'
import type { JobItem } from '#shared/ipc/jobs.ts'
import {
  describeJobItemChanges,
  describeCountOfMadeChanges,
  describeJobItemState,
  describeJobItemWorkAmount,
  describeWaitAfterLastCallError,
} from '#renderer/features/activity/jobs/describe-job-item-progress-and-state.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

i18n.global.locale.value = 'en'
const { t } = i18n.global
const now = Date.parse('2026-11-23T15:00:00Z')
const item = { error: null, unconfirmed: null, runAgainAt: null, plannedAgain: null, changes: [] }
const job = { isCancelled: false, isPaused: false, isEnded: false, mayPlan: true, now }

test('A change whose outcome is not known is not counted as one that was not made', () => {
  const change = { kind: 'lock', before: false, after: true } as const
  const textOf = (results: readonly ('waiting' | 'done' | 'not_done' | 'unknown')[]) =>
    describeCountOfMadeChanges({ changes: results.map((result) => ({ change, result })) }, t)
  expect(textOf(['unknown'])).toBe('0 of 1 change confirmed')
  expect(textOf(['done', 'unknown', 'waiting'])).toBe('1 of 3 changes confirmed')
  expect(textOf(['done', 'waiting'])).toBe('1 of 2 changes made')
  expect(textOf(['not_done'])).toBe('0 of 1 change made')
})

test('A change that only a reading showed is not said to be made by the job', () => {
  const change = { kind: 'lock', before: false, after: true } as const
  const made = { change, result: 'done' } as const
  const inferred = { ...made, isInferred: true } as const
  expect(describeCountOfMadeChanges({ changes: [made, inferred] }, t)).toBe('2 of 2 changes made (1 inferred)')
  const about = (changes: (typeof made | typeof inferred)[]) =>
    describeJobItemState({ ...item, state: 'done', changes }, { ...job, isEnded: true }, t)
  expect(about([made])).toBe('Every change was made.')
  expect(about([made, inferred])).toBe(
    'Every change is in place. No response confirmed the changes marked “Done (inferred)”. Another program may have made them.',
  )
})

test('A lost answer, and an answer that does not state what was done, have different texts', () => {
  const textOf = (unconfirmed: { isAnswered: boolean } | null, isCancelled = false) =>
    describeJobItemState(
      { ...item, state: 'checking', unconfirmed: unconfirmed && { ...unconfirmed, error: null } },
      { ...job, isCancelled },
      t,
    )
  expect(textOf({ isAnswered: false })).toMatch(/^No complete response/)
  expect(textOf({ isAnswered: true })).toMatch(/^The response of the service does not tell/)
  expect(textOf(null)).toMatch(/^It is not known yet/)
})

test('The answer that a record does not exist is not called unclear, because it says that the call made no change', () => {
  const error: JobItem['error'] = {
    kind: 'service',
    message: 'No record',
    code: 'RECORD_NOT_FOUND',
    status: 404,
    details: {},
  }
  const textOf = (of: Partial<JobItem>) => describeJobItemState({ ...item, state: 'checking', ...of }, job, t)
  expect(textOf({ unconfirmed: { isAnswered: true, error } })).toMatch(
    /^The service answered that the record does not exist, so the last call made no change\. An earlier call/,
  )
  expect(textOf({ unconfirmed: null, refusal: error })).toMatch(/^The service refused a change/)
})

test('The text of an open item of a cancelled job says that nothing more is sent', () => {
  const textOf = (state: 'waiting' | 'checking', isCancelled: boolean) =>
    describeJobItemState({ state, ...item }, { ...job, isCancelled }, t)
  for (const state of ['waiting', 'checking'] as const) {
    expect(textOf(state, true)).toMatch(/nothing more/i)
    expect(textOf(state, false)).not.toMatch(/nothing more/i)
  }
})

test('The text of an item that waits in a paused job says that it is sent after the job is resumed', () => {
  const textOf = (isPaused: boolean) => describeJobItemState({ state: 'waiting', ...item }, { ...job, isPaused }, t)
  expect(textOf(true)).toMatch(/paused.* after you resume/)
  expect(textOf(false)).not.toMatch(/resume/)
})

test('An item that waits before its domain is read again names the time of the reading, until that time', () => {
  const textAt = (time: number, isPaused = false) =>
    describeJobItemState(
      { ...item, state: 'checking', unconfirmed: { isAnswered: false, error: null }, runAgainAt: now + 300_000 },
      { ...job, isPaused, now: time },
      t,
    )
  expect(textAt(now)).toContain('after 00:05:00 (Japan time)')
  expect(textAt(now + 300_000)).not.toContain('00:05')
  expect(textAt(now, true)).toMatch(/paused .* after you resume/)
})

test('The text of a running item of a cancelled or paused job does not say that its changes are sent one after another', () => {
  const textOf = (of: Partial<typeof job>) => describeJobItemState({ state: 'running', ...item }, { ...job, ...of }, t)
  expect(textOf({})).toMatch(/one after another/)
  expect(textOf({ isCancelled: true })).toMatch(/Nothing more is sent/)
  expect(textOf({ isPaused: true })).toMatch(/after you resume/)
})

test('An unknown outcome leads to a new plan only when one can be made: after the job, for an account that is known', () => {
  const textOf = (of: Partial<typeof job>) => describeJobItemState({ state: 'unknown', ...item }, { ...job, ...of }, t)
  expect(textOf({ isEnded: true })).toMatch(/^A change may have been made. “Plan the rest again”/)
  expect(textOf({})).toMatch(/When the job has ended, “Plan the rest again”/)
  expect(textOf({ isEnded: true, mayPlan: false })).toBe('A change may have been made.')
})

test('An item whose rest another job finished does not ask for a new plan', () => {
  const changes = [{ change: { kind: 'lock', before: false, after: true }, result: 'not_done' }] as const
  const textOf = (laterState: 'done' | 'not_needed' | 'failed') =>
    describeJobItemState(
      {
        ...item,
        state: 'replan',
        changes: [...changes],
        plannedAgain: { jobId: 'later', position: 0, state: laterState, endedAt: now },
      },
      job,
      t,
    )
  expect(textOf('done')).toMatch(/A later job carried out that plan or found the domain already as planned/)
  expect(textOf('not_needed')).toMatch(/A later job carried out that plan or found the domain already as planned/)
  expect(textOf('failed')).toMatch(/need a new plan/)
})

test.each([
  ['en', /finished/i, /did not make what the new plan left out\.$/],
  ['ja', /後のジョブで完了/, /新しい計画から除いた変更は、後のジョブでも実行していません。$/],
] as const)(
  'No text about a rest that was planned again says that a change was made that the new plan left out (%s)',
  (language, claim, text) => {
    const translate = setMessageLanguage(language)
    onTestFinished(() => void setMessageLanguage('en'))
    const plannedAgain = { jobId: 'later', position: 0, state: 'done', endedAt: now } as const
    expect(describeJobItemState({ ...item, state: 'replan', plannedAgain }, job, translate)).toMatch(text)
    for (const key of ['count', 'item'])
      expect(translate(`activity.job.${key}.finished_later`, { n: 1 })).not.toMatch(claim)
  },
)

test('An item is shown as handled by a new plan only when the later job has made or found every change of the plan', () => {
  const shown = (state: JobItem['state'], own: JobItem['state'] = 'replan') =>
    getShownJobItemState({ state: own, plannedAgain: { jobId: 'later', position: 0, endedAt: now, state } })
  expect([shown('done'), shown('not_needed')]).toEqual(['finished_later', 'finished_later'])
  expect([shown('running'), shown('failed')]).toEqual(['replan', 'replan'])
  expect(getShownJobItemState({ state: 'failed', plannedAgain: null })).toBe('failed')
  // A reading of the later job can show that the earlier job made its changes.
  expect(shown('not_needed', 'done')).toBe('done')
})

test('An item that needs a new plan although all its changes are made names no change that was not made', () => {
  const textOf = (results: readonly ('done' | 'not_done')[]) => {
    const changes = results.map((result) => ({ change: { kind: 'lock', before: false, after: true }, result }) as const)
    return describeJobItemState({ ...item, state: 'replan', changes }, { ...job, isEnded: true }, t)
  }
  expect(textOf(['done', 'not_done'])).toMatch(/The changes marked “Not made” need a new plan\.$/)
  expect(textOf(['done', 'done'])).toMatch(/“Plan the rest again” reads the domain first and shows what is missing\.$/)
})

test('A new plan is asked for only if it can be made and no later job works on the rest', () => {
  const later = { jobId: 'later', position: 0, endedAt: null }
  const textOf = (state: 'unknown' | 'replan', mayPlan: boolean, laterState: 'running' | 'failed' | null = null) =>
    describeJobItemState(
      { ...item, state, plannedAgain: laterState && { ...later, state: laterState } },
      { ...job, isEnded: true, mayPlan },
      t,
    )
  for (const state of ['unknown', 'replan'] as const) {
    expect(textOf(state, true)).toMatch(/Plan the rest again|new plan/)
    expect(textOf(state, true, 'failed')).toBe(textOf(state, true))
    expect(textOf(state, false)).not.toMatch(/Plan the rest again|new plan/)
    expect(textOf(state, true, 'running')).not.toMatch(/Plan the rest again|new plan/)
  }
})

test('An open item does not call its changes unsent because its last call did not reach the service', () => {
  const error = (kind: 'no_network' | 'offline') => ({ kind, message: '', details: {} })
  expect(describeWaitAfterLastCallError({ state: 'checking', error: error('no_network') }, t)).toBe(
    'Error of the last call: Cannot connect to the service',
  )
  expect(describeWaitAfterLastCallError({ state: 'waiting', error: error('offline') }, t)).toBeNull()
  expect(describeWaitAfterLastCallError({ state: 'failed', error: error('no_network') }, t)).toBeNull()
  expect(describeWaitAfterLastCallError({ state: 'checking', error: null }, t)).toBeNull()
})

test('An item whose change was refused says so, and that the domain is read before anything else is sent', () => {
  const refusal = { kind: 'service', code: 'RECORD_NOT_FOUND', status: 404, message: '', details: {} } as const
  const textOf = (state: 'waiting' | 'running', of: { isCancelled?: boolean; isPaused?: boolean } = {}) =>
    describeJobItemState({ state, ...item, refusal }, { ...job, ...of }, t)
  expect(textOf('running')).toMatch(/^The service refused a change.* reads the domain again before/)
  expect(textOf('waiting')).toBe(textOf('running'))
  expect(textOf('waiting', { isCancelled: true })).toMatch(/refused a change.* Nothing more is sent/)
  expect(textOf('waiting', { isPaused: true })).toMatch(/refused a change.* after you resume it/)
})

test('The text about a reading states its time, also when a cancelled job sends nothing more', () => {
  const text = describeJobItemState(
    { ...item, state: 'checking', runAgainAt: now + 300_000 },
    { ...job, isCancelled: true },
    t,
  )
  expect(text).toMatch(/nothing more is sent\. It only reads .*The domain is read again after 00:05:00 /)
})

test('An item of a reading says how much was read, why the rest was not, or that its domain is not listed any more', () => {
  const error = { kind: 'service', message: '', status: 403, code: 'FORBIDDEN', details: {} } as const
  const describe = (item: Partial<JobItem>) =>
    describeJobItemWorkAmount({ state: 'done', error: null, work: { done: 5, total: 5 }, ...item }, 'read_domains', t)
  expect(describe({})).toBe('5 of 5 readings done')
  expect(describe({ state: 'failed', error, work: { done: 4, total: 5 } })).toMatch(/^4 of 5 readings done: ./)
  expect(describe({ state: 'waiting', error, work: { done: 0, total: null } })).not.toContain('readings')
  expect(describe({ state: 'not_found', work: { done: 0, total: null } })).toBe('No longer in the list of the account')
  expect(describeJobItemWorkAmount({ state: 'done', error: null }, 'domain_changes', t)).toBeNull()
})

test('The text of a finished item does not say that the job made a deletion whose record no longer existed', () => {
  const before = { id: 1, type: 'A', host: 'www', content: '203.0.113.7', ttl: 3600, priority: 0 } as const
  const deletion = { kind: 'delete', before } as const
  const textOf = (result: 'done' | 'not_needed') =>
    describeJobItemState({ ...item, state: 'done', changes: [{ change: deletion, result }] }, job, t)
  expect(textOf('done')).toBe('Every change was made.')
  expect(textOf('not_needed')).toMatch(
    /^Every change is in place\. The deletions marked “Already deleted” were not sent/,
  )
})

test('A deletion whose record no longer existed is counted apart, so that no change seems left undone', () => {
  const before = { id: 1, type: 'A', host: 'www', content: '203.0.113.7', ttl: 3600, priority: 0 } as const
  const deletions = (...results: ('done' | 'not_needed' | 'not_done' | 'unknown')[]) => ({
    changes: results.map((result) => ({ change: { kind: 'delete', before } as const, result })),
  })
  const textOf = (...results: Parameters<typeof deletions>) => describeCountOfMadeChanges(deletions(...results), t)
  expect(textOf('done', 'not_needed')).toBe('1 change made · 1 already deleted')
  expect(textOf('not_needed', 'done', 'done')).toBe('2 changes made · 1 already deleted')
  expect(textOf('not_needed', 'done', 'not_done')).toBe('1 of 2 changes made · 1 already deleted')
  expect(textOf('not_needed', 'unknown')).toBe('0 of 1 change confirmed · 1 already deleted')
  expect(textOf('not_needed')).toBe('0 changes made · 1 already deleted')
})

test('The text and the row of a failed item count the changes that were made', () => {
  const change = { kind: 'lock', before: false, after: true } as const
  const error = { kind: 'offline', message: '', details: {} } as const
  const failed = (results: readonly ('done' | 'not_done')[]) =>
    ({
      ...item,
      state: 'failed',
      refusal: null,
      error,
      changes: results.map((result) => ({ change, result })),
    }) as const
  const textOf = (results: readonly ('done' | 'not_done')[]) => describeJobItemState(failed(results), job, t)
  expect(textOf(['not_done', 'not_done'])).toBe('None of the 2 changes was made. The error is shown below.')
  expect(textOf(['not_done'])).toBe('The change was not made. The error is shown below.')
  expect(textOf(['done', 'not_done'])).toBe('1 of 2 changes made. The error is shown below.')
  expect(describeJobItemChanges(failed(['not_done', 'not_done']), t)).toMatch(/^0 of 2 changes made: ./)
})

test('An item that needed no change says what is there already instead of counting changes', () => {
  const notNeeded = (change: DomainChange) =>
    describeJobItemChanges({ state: 'not_needed', error: null, changes: [{ change, result: 'not_needed' }] }, t)
  const after = { host: 'www', type: 'A', content: '192.0.2.1', ttl: 3600, priority: 0 } as const
  expect(notNeeded({ kind: 'add', after })).toBe('The same record is already there')
  expect(notNeeded({ kind: 'lock', before: false, after: true })).toBe('Already as planned')
})

test('An item whose changes are lost is not said to have made all or none of them', () => {
  for (const state of ['done', 'unknown'] as const) {
    const lost = { ...item, state, isWorkLost: true } as const
    expect(describeJobItemChanges(lost, t)).toBe('Not stored any more, because the database was rebuilt')
    const about = describeJobItemState(lost, { ...job, isEnded: true }, t)
    expect(about).toContain('What this job was to do here is not stored any more')
    expect(about).not.toMatch(/Every change|Plan the rest/)
    expect(about.startsWith('A change may have been made.')).toBe(state === 'unknown')
  }
})
