import { expect, onTestFinished, test } from 'vitest'
import { startHttpConnectProxyServer } from '#test/http-connect-proxy-server.ts'
import { captureRejection } from '#test/capture-rejection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

test('The tray says that calls are on hold only while an account that is not paused uses the blocked source address', async () => {
  const token = 'a-key-of-the-account'
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'user', keys: [{ token }] }], auth_block: { failures: 2, block_seconds: 900 } },
  })
  onTestFinished(() => rig.close())
  const proxy = await startHttpConnectProxyServer({ from: '127.0.0.2' })
  onTestFinished(() => proxy.close())
  const { id: accountId, baseUrl } = await rig.addAccount('Account', [token])
  const ended = rig.event('sync.changed', (all) =>
    all.every(({ state, endedAt }) => state === 'idle' && endedAt !== null),
  )
  await rig.call('sync.start', { accountIds: null })
  await ended
  const keepProxy = () =>
    rig.call('accounts.keepProxy', { accountId, proxyUrl: proxy.url, proxyUser: '', proxyPassword: '' })
  const shown = () => rig.trays.at(-1)?.menu[0]?.map(({ label }) => label)

  await rig.call('accounts.setProxy', { accountId, ...(await keepProxy()) })
  for (const secret of ['no-such-key', 'no-other-key'])
    await captureRejection(rig.call('accounts.tryKey', { baseUrl, secret, ...(await keepProxy()) }))
  await captureRejection(rig.call('api.call', { accountId, endpoint: 'domain.list', input: {} }))
  expect((await rig.call('app.state', null)).ipBlocks).toMatchObject([{ proxyUrl: proxy.url }])
  await expect.poll(shown, { timeout: 15_000 }).toEqual(['Calls are on hold'])

  await rig.call('accounts.update', { accountId, isPaused: true })
  await expect.poll(shown, { timeout: 15_000 }).toContain('Nothing needs attention (jobs are not included)')
  await rig.call('accounts.update', { accountId, isPaused: false })
  await expect.poll(shown, { timeout: 15_000 }).toEqual(['Calls are on hold'])

  await rig.call('accounts.setProxy', { accountId, pendingProxyId: null })
  await expect.poll(shown, { timeout: 15_000 }).toEqual(['Nothing needs attention (jobs are not included)'])
})
