import { stat } from 'node:fs'
import { expect, test } from 'vitest'
import { createSerialQueueWithTimeout } from '#main/event-loop/serial-queue-with-timeout.ts'
import { systemClock, type Clock } from '#main/clock.ts'

/** A clock that advances only by `advance`. */
function createManualClock() {
  let now = 0
  const sleepers = new Set<{ at: number; wake: () => void }>()
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason as Error)
        })
      }),
  }
  return {
    clock,
    async advance(ms: number) {
      now += ms
      for (const sleeper of sleepers) if (sleeper.at <= now) sleeper.wake()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

function createTasks() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name)
      ends.set(name, () => resolve(name))
    })
  const settle = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, task, settle }
}

test('Tasks start one after another in the order of their requests, also after a task that fails', async () => {
  const { clock } = createManualClock()
  const { started, task, settle } = createTasks()
  const { run } = createSerialQueueWithTimeout({ clock, timeoutMs: 100, createTimeoutError: () => new Error('late') })
  const answers = Promise.allSettled([run(task('one')), run(() => Promise.reject(new Error('no'))), run(task('three'))])
  await settle('')
  expect(started).toEqual(['one'])
  await settle('one')
  expect(started).toEqual(['one', 'three'])
  await settle('three')
  expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('A hanging task and the tasks queued behind it time out, and the next task starts when the hanging one ends', async () => {
  const { clock, advance } = createManualClock()
  const { started, task, settle } = createTasks()
  const { run, hasHungCall } = createSerialQueueWithTimeout({
    clock,
    timeoutMs: 100,
    createTimeoutError: () => new Error('late'),
  })
  const given = Promise.allSettled([run(task('hangs')), run(task('behind'))])
  await advance(100)
  expect((await given).map((result) => result.status === 'rejected' && (result.reason as Error).message)).toEqual([
    'late',
    'late',
  ])
  expect(hasHungCall()).toBe(true)

  const next = run(task('next'))
  await advance(50)
  expect(started).toEqual(['hangs'])
  await settle('hangs')
  expect(started).toEqual(['hangs', 'next'])
  expect(hasHungCall()).toBe(false)
  await settle('next')
  expect(await next).toBe('next')
})

test('A result that was ready before the timeout counts, even if the event loop was blocked', async () => {
  const { run } = createSerialQueueWithTimeout({
    clock: systemClock,
    timeoutMs: 100,
    createTimeoutError: () => new Error('silent'),
  })
  // Uses the thread pool, like a call to the keychain.
  const answer = run(() => new Promise<string>((resolve) => stat('.', () => resolve('the secret'))))
  await Promise.resolve().then(() => undefined)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  expect(await answer).toBe('the secret')
})
