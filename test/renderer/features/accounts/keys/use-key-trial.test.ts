import { effectScope } from 'vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { useKeyTrial } from '#renderer/features/accounts/keys/useKeyTrial.ts'

const settle = () => new Promise<void>((done) => setTimeout(done))
const me = { services: {}, target_sites: [], expires_at: null }
const answer = (pendingKeyId: string) => ({
  ok: true,
  data: { pendingKeyId, me, expiresAt: null, domains: null, servers: null, overlaps: [] },
})

let tries: PromiseWithResolvers<unknown>[]
let discarded: unknown[]
beforeEach(() => {
  tries = []
  discarded = []
  const call = (name: string, input: unknown): Promise<unknown> => {
    if (name === 'accounts.discardPendingKey') {
      discarded.push((input as { pendingKeyId: string }).pendingKeyId)
      return Promise.resolve({ ok: true, data: null })
    }
    const asked = Promise.withResolvers<unknown>()
    tries.push(asked)
    return asked.promise
  }
  vi.stubGlobal('window', { banto: { call, listen: () => undefined } })
})
afterEach(() => void vi.unstubAllGlobals())

function startTrial() {
  const scope = effectScope()
  const trial = scope.run(useKeyTrial)
  if (!trial) throw new Error('The scope is not active')
  trial.secret.value = 'typed'
  void trial.attempt('https://service.example', null)
  return { scope, trial }
}

test('A pending key that arrives after the form is closed is discarded', async () => {
  const { scope } = startTrial()
  scope.stop()
  tries[0]?.resolve(answer('late'))
  await settle()
  expect(discarded).toEqual(['late'])
})

test('A pending key that arrives after its key is discarded is discarded, too, and not shown', async () => {
  const { trial } = startTrial()
  trial.discardKey()
  trial.secret.value = 'another'
  void trial.attempt('https://service.example', null)
  tries[0]?.resolve(answer('late'))
  await settle()
  expect(discarded).toEqual(['late'])
  expect(trial.tried.value).toBeNull()
  expect(trial.isTrying.value).toBe(true)
  tries[1]?.resolve(answer('wanted'))
  await settle()
  expect(trial.tried.value?.pendingKeyId).toBe('wanted')
  expect(trial.isTrying.value).toBe(false)
  expect(discarded).toEqual(['late'])
})

test('The result of a key says nothing about another key that is typed before the result arrives', async () => {
  const { trial } = startTrial()
  await settle()
  trial.secret.value = 'another'
  await settle()
  expect(trial.isTrying.value).toBe(false)
  tries[0]?.resolve(answer('late'))
  await settle()
  expect(trial.tried.value).toBeNull()
  expect(trial.secret.value).toBe('another')
  expect(discarded).toEqual(['late'])
})

test('A tested key that main has dropped must be entered again, and other tested keys stay', async () => {
  const { trial } = startTrial()
  tries[0]?.resolve(answer('old'))
  await settle()
  const dropped = (pendingKeyId: string) =>
    new AppError('not_found', 'gone', { details: { what: 'pendingKey', pendingKeyId } })
  expect(trial.discardKeyThatMainDropped(dropped('another'))).toBe(false)
  expect(trial.tried.value?.pendingKeyId).toBe('old')
  expect(trial.discardKeyThatMainDropped(dropped('old'))).toBe(true)
  expect(trial.tried.value).toBeNull()
})

test.each([
  ['refused by the service', { kind: 'service', message: 'refused', status: 401, code: 'UNAUTHORIZED', details: {} }],
  ['registered already', { kind: 'key_exists', message: 'exists', details: { accountId: 'one', accountLabel: 'One' } }],
])('The error of a key that is %s is gone as soon as another key is typed', async (_, error) => {
  const { trial } = startTrial()
  tries[0]?.resolve({ ok: false, error })
  await settle()
  expect(trial.error.value?.kind).toBe(error.kind)
  trial.secret.value = 'another'
  await settle()
  expect(trial.error.value).toBeNull()
})
