import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startKeyring, type Keyring } from '#test/start-keyring.ts'
import { startLineRpcProcess } from './line-rpc-process.ts'

let dir: string
let cleanups: (() => unknown)[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'keychain-test-'))
  cleanups = [() => rmSync(dir, { recursive: true, force: true })]
})
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

async function keyringOf(state: 'unlocked' | 'locked' | 'none'): Promise<Keyring> {
  const keyring = await startKeyring({ state })
  cleanups.push(() => keyring.stop())
  return keyring
}

/** The app's keychain in a process with the keyring of `env`, on a separate profile. */
function startProcess(env: Record<string, string | undefined>, { profile = 'one', timeoutMs = 5000 } = {}) {
  const app = startLineRpcProcess(
    'keychain-child-process.ts',
    [join(dir, `${profile}.sqlite`), 'Banto test', String(timeoutMs)],
    { HOME: dir, ...env },
  )
  cleanups.push(() => app.kill())
  return app
}

describe('an unlocked keychain', () => {
  test('An unlocked keychain returns what was stored, also at the next start of the app', async () => {
    const { env } = await keyringOf('unlocked')
    const first = startProcess(env)
    expect(await first.call('checkState')).toEqual({ value: { state: 'ready', error: null } })
    expect(await first.call('storeSecret', 'one', 'secret one')).toEqual({ value: null })
    await first.call('index', 'one')
    await first.end()

    const second = startProcess(env)
    expect(await second.call('checkState')).toEqual({ value: { state: 'ready', error: null } })
    expect(await second.call('readSecret', 'one')).toEqual({ value: 'secret one' })
  })

  test('A single key is reported as missing only if the keychain can read the others', async () => {
    const { env } = await keyringOf('unlocked')
    const app = startProcess(env)
    await app.call('storeSecret', 'one', 'secret one')
    await app.call('index', 'one')
    expect(await app.call('readSecret', 'two')).toMatchObject({ kind: 'secret_missing' })
    expect(await app.call('state')).toMatchObject({ value: { state: 'ready' } })
  })

  test('A secret whose key was never written is deleted at the next start', async () => {
    const { env } = await keyringOf('unlocked')
    const first = startProcess(env)
    await first.call('storeSecret', 'one', 'secret one')
    await first.end()

    const second = startProcess(env)
    expect(await second.call('raw', 'one')).toEqual({ value: 'secret one' })
    await second.call('checkState')
    expect(await second.call('raw', 'one')).toEqual({ value: null })
    expect(await second.call('leftovers')).toEqual({ value: { value: '[]' } })
  })

  test('A secret that is no longer used is deleted, and no other secret is', async () => {
    const { env } = await keyringOf('unlocked')
    const app = startProcess(env)
    for (const id of ['one', 'two']) {
      await app.call('storeSecret', id, `secret ${id}`)
      await app.call('index', id)
    }
    await app.call('markOrphaned', ['one'])
    await app.call('deleteOrphaned')
    expect(await app.call('raw', 'one')).toEqual({ value: null })
    expect(await app.call('raw', 'two')).toEqual({ value: 'secret two' })
    expect(await app.call('readSecret', 'one')).toMatchObject({ kind: 'secret_missing' })
  })
})

describe('a locked keychain', () => {
  test('A locked keychain is distinguished from a missing key, returns and accepts nothing, and loses nothing', async () => {
    const keyring = await keyringOf('unlocked')
    const before = startProcess(keyring.env)
    await before.call('storeSecret', 'one', 'secret one')
    await before.call('index', 'one')
    await before.end()
    await keyring.lock()

    const app = startProcess(keyring.env)
    expect(await app.call('checkState')).toMatchObject({
      value: { state: 'locked', error: { kind: 'keychain_locked' } },
    })
    expect(await app.call('readSecret', 'one')).toMatchObject({ kind: 'keychain_locked' })
    expect(await app.call('storeSecret', 'two', 'secret two')).toMatchObject({ kind: 'keychain_locked' })
    await app.call('markOrphaned', ['one'])
    await app.call('deleteOrphaned')

    await keyring.unlock()
    expect(await app.call('raw', 'one')).toEqual({ value: 'secret one' })
    expect(await app.call('checkState')).toEqual({ value: { state: 'ready', error: null } })
    expect(await app.call('raw', 'one')).toEqual({ value: null })
    expect(await app.call('raw', 'two')).toEqual({ value: null })
  })

  test('A locked keychain does not accept a first key', async () => {
    const { env } = await keyringOf('locked')
    const app = startProcess(env)
    expect(await app.call('storeSecret', 'one', 'secret one')).toMatchObject({ kind: 'keychain_locked' })
    expect(await app.call('state')).toMatchObject({ value: { state: 'locked' } })
  })

  test('Secrets that were read before come from memory until the keychain is found locked', async () => {
    const keyring = await keyringOf('unlocked')
    const app = startProcess(keyring.env)
    await app.call('storeSecret', 'one', 'secret one')
    await app.call('index', 'one')
    await keyring.lock()
    expect(await app.call('readSecret', 'one')).toEqual({ value: 'secret one' })
    expect(await app.call('checkState')).toMatchObject({ value: { state: 'locked' } })
    expect(await app.call('readSecret', 'one')).toMatchObject({ kind: 'keychain_locked' })
  })
})

describe('a keychain that does not hold the keys', () => {
  test('Another keychain counts as locked until a key is typed again; then the other keys are missing', async () => {
    const before = await keyringOf('unlocked')
    const first = startProcess(before.env)
    await first.call('storeSecret', 'one', 'secret one')
    await first.call('index', 'one')
    await first.end()

    const other = await keyringOf('unlocked')
    const app = startProcess(other.env)
    expect(await app.call('checkState')).toMatchObject({ value: { state: 'locked' } })
    expect(await app.call('readSecret', 'one')).toMatchObject({ kind: 'keychain_locked' })
    expect(await app.call('storeSecret', 'two', 'secret two')).toEqual({ value: null })
    expect(await app.call('readSecret', 'two')).toEqual({ value: 'secret two' })
    expect(await app.call('readSecret', 'one')).toMatchObject({ kind: 'secret_missing' })

    const again = startProcess(before.env, { profile: 'two' })
    expect(await again.call('raw', 'one')).toEqual({ value: 'secret one' })
  })
})

describe('no keychain', () => {
  const unavailable = { state: 'unavailable', error: { kind: 'keychain_unavailable' } }

  test('A bus without a secret service is reported as unavailable, with the error of the system', async () => {
    const { env } = await keyringOf('none')
    const app = startProcess(env)
    expect(await app.call('checkState')).toMatchObject({ value: unavailable })
    const refused = await app.call('storeSecret', 'one', 'secret one')
    expect(refused.kind).toBe('keychain_unavailable')
    expect(refused.details?.reason).toContain('org.freedesktop.secrets')
  })

  test.each([
    ['no address', undefined],
    ['an address where nothing listens', 'unix:path=/nonexistent/bus'],
  ])('A missing D-Bus (%s) is reported as unavailable', async (_, address) => {
    const app = startProcess({ DBUS_SESSION_BUS_ADDRESS: address })
    expect(await app.call('checkState')).toMatchObject({ value: unavailable })
    expect(await app.call('storeSecret', 'one', 'secret one')).toMatchObject({ kind: 'keychain_unavailable' })
    expect(await app.call('readSecret', 'one')).toMatchObject({ kind: 'keychain_unavailable' })
  })

  test('A system without the keychain library is reported as unavailable', async () => {
    mkdirSync(join(dir, 'lib'))
    writeFileSync(join(dir, 'lib', 'libsecret-1.so.0'), '')
    const app = startProcess({ LD_LIBRARY_PATH: join(dir, 'lib') })
    const { value } = await app.call('checkState')
    expect(value).toMatchObject(unavailable)
    expect(JSON.stringify(value)).toContain('libsecret')
  })

  test('A secret service that is installed or started later is found by the next check', async () => {
    const keyring = await keyringOf('none')
    const app = startProcess(keyring.env)
    expect(await app.call('checkState')).toMatchObject({ value: unavailable })
    await keyring.unlock()
    expect(await app.call('checkState')).toEqual({ value: { state: 'ready', error: null } })
    expect(await app.call('storeSecret', 'one', 'secret one')).toEqual({ value: null })
  })

  test('A secret service that ends is reported as unavailable, and the secrets are there after its next start', async () => {
    const keyring = await keyringOf('unlocked')
    const app = startProcess(keyring.env)
    await app.call('storeSecret', 'one', 'secret one')
    await app.call('index', 'one')
    await keyring.endDaemon()
    expect(await app.call('checkState')).toMatchObject({ value: unavailable })
    expect(await app.call('readSecret', 'one')).toMatchObject({ kind: 'keychain_unavailable' })
    await app.end()
    await keyring.unlock()
    const again = startProcess(keyring.env)
    expect(await again.call('readSecret', 'one')).toEqual({ value: 'secret one' })
  })
})

describe('a keychain that does not respond', () => {
  test('A keychain that does not respond is reported as silent, and its late response has no effect', async () => {
    const keyring = await keyringOf('unlocked')
    const app = startProcess(keyring.env, { timeoutMs: 3000 })
    await app.call('storeSecret', 'one', 'secret one')
    await app.call('index', 'one')
    keyring.freeze()
    expect(await app.call('checkState')).toMatchObject({
      value: { state: 'silent', error: { kind: 'keychain_silent' } },
    })
    expect(await app.call('readSecret', 'one')).toMatchObject({ kind: 'keychain_silent' })
    expect(await app.call('hasHungCall')).toEqual({ value: true })
    keyring.thaw()
    expect(await app.call('checkState')).toEqual({ value: { state: 'ready', error: null } })
    expect(await app.call('hasHungCall')).toEqual({ value: false })
    expect(await app.call('readSecret', 'one')).toEqual({ value: 'secret one' })
  })

  test('A secret is read back and kept if the response to storing it was lost', async () => {
    const keyring = await keyringOf('unlocked')
    const app = startProcess(keyring.env, { timeoutMs: 3000 })
    await app.call('storeSecret', 'one', 'secret one')
    keyring.freeze()
    app.tell('storeSecret', 'two', 'secret two')
    await new Promise((resolve) => setTimeout(resolve, 4500))
    keyring.thaw()
    expect(await app.next()).toEqual({ value: null })
    expect(await app.call('raw', 'two')).toEqual({ value: 'secret two' })
  })

  test('A secret whose storing timed out is deleted', async () => {
    const keyring = await keyringOf('unlocked')
    const app = startProcess(keyring.env, { timeoutMs: 3000 })
    await app.call('storeSecret', 'one', 'secret one')
    await app.call('index', 'one')
    keyring.freeze()
    expect(await app.call('storeSecret', 'two', 'secret two')).toMatchObject({ kind: 'keychain_silent' })
    keyring.thaw()
    expect(await app.call('checkState')).toEqual({ value: { state: 'ready', error: null } })
    expect(await app.call('raw', 'two')).toEqual({ value: null })
  })
})
