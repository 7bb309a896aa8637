import { effectScope, ref } from 'vue'
import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'

const settle = () => new Promise<void>((done) => setTimeout(done))

function remoteOf(options: { keepsData?: true } = {}) {
  const source = ref('a')
  const changes = ref(0)
  const calls: PromiseWithResolvers<string>[] = []
  const scope = effectScope()
  const remote = scope.run(() =>
    useAsyncData(
      () => {
        const call = Promise.withResolvers<string>()
        calls.push(call)
        return call.promise
      },
      { watch: [source], reloadOn: [changes], ...options },
    ),
  )
  if (!remote) throw new Error('The scope is not active')
  return { source, changes, calls, scope, remote }
}

test('an answer that comes after a newer question is dropped', async () => {
  const { source, calls, remote } = remoteOf()
  source.value = 'b'
  await settle()
  calls[1]?.resolve('answer b')
  await settle()
  calls[0]?.resolve('answer a')
  await settle()
  expect(remote.data.value).toBe('answer b')
  expect(remote.isLoading.value).toBe(false)
})

test('a failed reload keeps what was shown and says why it is old', async () => {
  const { calls, remote } = remoteOf()
  calls[0]?.resolve('first')
  await settle()
  void remote.reload()
  calls[1]?.reject(new AppError('no_network', 'gone'))
  await settle()
  expect(remote.data.value).toBe('first')
  expect(remote.error.value?.kind).toBe('no_network')
})

test('a changed source drops what was shown, unless it is to be kept', async () => {
  for (const { options, expected } of [{ options: {}, expected: null }, { options: { keepsData: true as const }, expected: 'first' }]) {
    const { source, calls, remote } = remoteOf(options)
    calls[0]?.resolve('first')
    await settle()
    source.value = 'b'
    await settle()
    expect(remote.data.value).toBe(expected)
  }
})

test('what is kept for another question is dropped where that question gets no answer, as it would be told of the wrong thing', async () => {
  const { source, calls, remote } = remoteOf({ keepsData: true })
  calls[0]?.resolve('answer a')
  await settle()
  source.value = 'b'
  await settle()
  expect(remote.data.value).toBe('answer a')
  calls[1]?.reject(new AppError('no_network', 'gone'))
  await settle()
  expect(remote.data.value).toBeNull()
  expect(remote.error.value?.kind).toBe('no_network')
  void remote.reload()
  calls[2]?.resolve('answer b')
  await settle()
  void remote.reload()
  calls[3]?.reject(new AppError('no_network', 'gone'))
  await settle()
  expect(remote.data.value).toBe('answer b')
})

test('what is thrown and is no error of ours is a bug', async () => {
  const { calls, remote } = remoteOf()
  calls[0]?.reject(new TypeError('undefined is not a function'))
  await settle()
  expect(remote.error.value?.kind).toBe('bug')
})

test('nothing changes after the scope ended', async () => {
  const { calls, remote, scope } = remoteOf()
  scope.stop()
  calls[0]?.resolve('late')
  await settle()
  expect(remote.data.value).toBeNull()
})

test('the same question is never asked twice at a time: however often it is asked meanwhile, once more follows', async () => {
  const { calls, changes, remote } = remoteOf()
  const reloads = [remote.reload(), remote.reload()]
  for (changes.value = 1; changes.value < 4; changes.value += 1) await settle()
  expect(calls).toHaveLength(1)
  calls[0]?.resolve('first')
  await settle()
  expect(calls).toHaveLength(2)
  expect(remote.data.value).toBe('first')
  expect(remote.isLoading.value).toBe(true)
  calls[1]?.resolve('second')
  await Promise.all(reloads)
  expect(remote.data.value).toBe('second')
  expect(remote.isLoading.value).toBe(false)
  expect(calls).toHaveLength(2)
})

test('what asks again after a failure is answered, and the error is gone', async () => {
  const { calls, remote } = remoteOf()
  const reloaded = remote.reload()
  calls[0]?.reject(new AppError('no_network', 'gone'))
  await settle()
  expect(remote.error.value?.kind).toBe('no_network')
  calls[1]?.resolve('second')
  await reloaded
  expect(remote.data.value).toBe('second')
  expect(remote.error.value).toBeNull()
})

test('another question is asked at once, and nothing more is asked of the one before', async () => {
  const { source, calls, remote } = remoteOf()
  void remote.reload()
  source.value = 'b'
  await settle()
  expect(calls).toHaveLength(2)
  calls[0]?.resolve('answer a')
  calls[1]?.resolve('answer b')
  await settle()
  expect(calls).toHaveLength(2)
  expect(remote.data.value).toBe('answer b')
  expect(remote.isLoading.value).toBe(false)
})

test('what changes of the same question keeps what is shown', async () => {
  const { calls, changes, remote } = remoteOf()
  calls[0]?.resolve('first')
  await settle()
  changes.value += 1
  await settle()
  expect(calls).toHaveLength(2)
  expect(remote.data.value).toBe('first')
})

test('nothing more is asked after the scope ended', async () => {
  const { calls, remote, scope } = remoteOf()
  void remote.reload()
  scope.stop()
  calls[0]?.resolve('late')
  await settle()
  expect(calls).toHaveLength(1)
})
