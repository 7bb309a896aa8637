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

test('An answer to an older query is dropped', async () => {
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

test('A failed reload keeps the earlier data and reports the error', async () => {
  const { calls, remote } = remoteOf()
  calls[0]?.resolve('first')
  await settle()
  void remote.reload()
  calls[1]?.reject(new AppError('no_network', 'gone'))
  await settle()
  expect(remote.data.value).toBe('first')
  expect(remote.error.value?.kind).toBe('no_network')
})

test('A changed query drops the data, unless `keepsData` is set', async () => {
  for (const { options, expected } of [
    { options: {}, expected: null },
    { options: { keepsData: true as const }, expected: 'first' },
  ]) {
    const { source, calls, remote } = remoteOf(options)
    calls[0]?.resolve('first')
    await settle()
    source.value = 'b'
    await settle()
    expect(remote.data.value).toBe(expected)
  }
})

test('Data kept from an older query is dropped when the new query fails', async () => {
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

test('A thrown value that is not an AppError becomes an error of kind bug', async () => {
  const { calls, remote } = remoteOf()
  calls[0]?.reject(new TypeError('undefined is not a function'))
  await settle()
  expect(remote.error.value?.kind).toBe('bug')
})

test('The data does not change after the scope ended', async () => {
  const { calls, remote, scope } = remoteOf()
  scope.stop()
  calls[0]?.resolve('late')
  await settle()
  expect(remote.data.value).toBeNull()
})

test('Reloads requested during a load cause one further load', async () => {
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

test('A successful reload after a failure clears the error', async () => {
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

test('A changed query loads at once and cancels pending reloads of the older query', async () => {
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

test('A reload of the same query keeps the data visible', async () => {
  const { calls, changes, remote } = remoteOf()
  calls[0]?.resolve('first')
  await settle()
  changes.value += 1
  await settle()
  expect(calls).toHaveLength(2)
  expect(remote.data.value).toBe('first')
})

test('No load starts after the scope ended', async () => {
  const { calls, remote, scope } = remoteOf()
  void remote.reload()
  scope.stop()
  calls[0]?.resolve('late')
  await settle()
  expect(calls).toHaveLength(1)
})

test('A changed query drops the error of the older query at once', async () => {
  const { source, calls, remote } = remoteOf()
  calls[0]?.reject(new AppError('offline', 'no network'))
  await settle()
  expect(remote.error.value?.kind).toBe('offline')
  source.value = 'b'
  await settle()
  expect(remote.error.value).toBeNull()
})
