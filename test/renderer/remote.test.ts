import { effectScope, ref } from 'vue'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { useRemote } from '../../src/renderer/composables/useRemote.ts'

const settle = () => new Promise<void>((done) => setTimeout(done))

function remoteOf(options: { keepsData?: true } = {}) {
  const source = ref('a')
  const calls: PromiseWithResolvers<string>[] = []
  const scope = effectScope()
  const remote = scope.run(() =>
    useRemote(
      () => {
        const call = Promise.withResolvers<string>()
        calls.push(call)
        return call.promise
      },
      { watch: [source], ...options },
    ),
  )
  if (!remote) throw new Error('The scope is not active')
  return { source, calls, scope, remote }
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
