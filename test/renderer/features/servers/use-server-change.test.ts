import { createPinia } from 'pinia'
import { createSSRApp, h, type Plugin } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import { mainCommands } from '#renderer/ipc-client.ts'
import LastServerChangeNote from '#renderer/features/servers/LastServerChangeNote.vue'
import ServerChangeSuccess from '#renderer/features/servers/ServerChangeSuccess.vue'
import { useDatabaseSetupStep } from '#renderer/features/servers/databases/useDatabaseSetupStep.ts'
import { useServerChange, type ServerChangeSendStatus } from '#renderer/features/servers/useServerChange.ts'
import { AppError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const withMessages: Plugin = (app) => app.provide('n-message-api', {})

async function startWithPausedAccount() {
  const world = { users: [{ name: 'one', keys: [{ token: 'token-of-one' }], servers: [{ server_id: 'one01' }] }] }
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  const { id: accountId } = await rig.addAccount('one', ['token-of-one'])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await ended
  const pause = (isPaused: boolean) => rig.call('accounts.update', { accountId, isPaused })
  await pause(true)
  return { rig, pause, accountId, servername: 'one01.simulator.example' }
}

test('The error of a change that a paused account stopped is shown until the account is resumed', async () => {
  const { pause, accountId, servername } = await startWithPausedAccount()
  const { made, leave } = runInSetup(
    () => ({ change: useServerChange({ isShownInPlace: true }), accounts: useAccounts() }),
    { plugins: [withMessages] },
  )
  onTestFinished(leave)
  await made.accounts.listen()
  const { error, send } = made.change
  await send(
    () => mainCommands.servers.setSsh({ accountId, servername, isEnabled: true }),
    () => '',
  )
  expect(error.value).toMatchObject({ kind: 'paused' })
  await pause(false)
  await made.accounts.load()
  expect(error.value).toBeNull()
})

test('The end of a change is told in the language that the user has switched to since', async () => {
  const { pause, accountId, servername } = await startWithPausedAccount()
  await pause(false)
  const { made, leave } = runInSetup(() => useServerChange({ isShownInPlace: true }), { plugins: [withMessages] })
  onTestFinished(leave)
  const done = (language: 'en' | 'ja') => setMessageLanguage(language)('serverSsh.switchedOn')
  await made.send(
    () => mainCommands.servers.setSsh({ accountId, servername, isEnabled: true }),
    () => i18n.global.t('serverSsh.switchedOn'),
  )
  const render = () =>
    renderToString(
      createSSRApp(() => h(LastServerChangeNote, { end: made.end.value }))
        .use(i18n)
        .use(createPinia()),
    )
  for (const language of ['en', 'ja'] as const) {
    const sentence = done(language)
    expect(await render()).toContain(sentence)
  }
})

test('A change that only a reading shows names the requested values that the reading does not show', async () => {
  const { rig, pause, accountId, servername } = await startWithPausedAccount()
  await pause(false)
  const { made, leave } = runInSetup(() => useServerChange({ isShownInPlace: true }), { plugins: [withMessages] })
  onTestFinished(leave)
  const parent = { accountId, servername, domain: 'example.com', ssl: false, redirectHttps: false }
  await rig.call('servers.addDomain', parent)
  const t = setMessageLanguage('en')
  const add = (subdomain: string, ssl: boolean) => {
    const match = { method: 'POST', path: '/subdomain$' } as const
    rig.simulator.faults.add({ match, times: 1, fault: { kind: 'reset-after' } })
    return made.send(
      () => mainCommands.servers.addSubdomain({ accountId, servername, subdomain, ssl }),
      () => t('serverDomains.addSubdomain.done', { name: subdomain }),
    )
  }
  const unproved = t('serverPage.change.unproved', { values: 'SSL' })
  const output = await add('blog.example.com', true)
  expect(output, JSON.stringify(made.error.value)).not.toBeNull()
  expect(made.end.value?.sentence()).toContain(unproved)
  const shown = createSSRApp(() => h(ServerChangeSuccess, { done: '', output: output as NonNullable<typeof output> }))
  expect(await renderToString(shown.use(i18n).use(createPinia()))).toContain(unproved)
  await add('shop.example.com', false)
  expect(made.end.value?.sentence()).toMatch(/^Inferred: shop/)
  expect(made.end.value?.sentence()).not.toContain('not known')
})

test.each([
  ['got no response', { kind: 'reset-after' }],
  ['got an error', { kind: 'status', status: 500, code: 'INTERNAL_ERROR', when: 'after' }],
] as const)(
  'A change that was sent again says until when the service may execute an attempt that %s',
  async (_, fault) => {
    const { rig, pause, accountId, servername } = await startWithPausedAccount()
    await pause(false)
    const { made, leave } = runInSetup(() => useServerChange({ isShownInPlace: true }), { plugins: [withMessages] })
    onTestFinished(leave)
    const t = setMessageLanguage('en')
    rig.simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault })
    const output = await made.send(
      () => mainCommands.servers.setSsh({ accountId, servername, isEnabled: true }),
      () => t('serverSsh.switchedOn'),
    )
    const until = formatWaitEnd(output?.mayBeMadeAgainUntil ?? 0)
    const note = t('serverPage.change.mayBeMadeAgain', { time: until })
    expect(made.end.value?.sentence()).toBe(`${t('serverSsh.switchedOn')} ${note}`)
    expect(note).toContain('The outcome of an earlier attempt to send it is not known.')
    const shown = createSSRApp(() => h(ServerChangeSuccess, { done: '', output: output as NonNullable<typeof output> }))
    expect(await renderToString(shown.use(i18n).use(createPinia()))).toContain(until)
  },
)

test('A database step whose answer was lost stays unknown after the cause of a later refusal has ended', async () => {
  const { rig, pause, accountId, servername } = await startWithPausedAccount()
  const { made, leave } = runInSetup(() => ({ step: useDatabaseSetupStep(), accounts: useAccounts() }), {
    plugins: [withMessages],
  })
  onTestFinished(leave)
  await made.accounts.listen()
  const { state, send } = made.step
  const add = () =>
    send(
      () => mainCommands.servers.addDatabase({ accountId, servername, nameSuffix: 'a', characterSet: 'utf8mb4' }),
      () => '',
      { suffix: 'a', password: null },
    )
  await add()
  expect(state.value).toBe('refused')
  await pause(false)
  await made.accounts.load()
  expect(state.value).toBe('open')

  rig.simulator.faults.add({ match: { method: 'POST', path: '/db$' }, times: 1, fault: { kind: 'reset-after' } })
  await add()
  expect(state.value).toBe('unknown')
  await pause(true)
  await made.accounts.load()
  await add()
  expect(state.value).toBe('refused')
  await pause(false)
  await made.accounts.load()
  expect(state.value).toBe('unknown')
})

test('The end of a second change still says until when the service may make the first one', async () => {
  setMessageLanguage('en')
  const { made, leave } = runInSetup(() => useServerChange({ isShownInPlace: true }), { plugins: [withMessages] })
  onTestFinished(leave)
  const endOf = async (changes: Partial<ServerChangeSendStatus>) => {
    const output = { isSent: true, isAnswerLost: false, mayBeMadeAgainUntil: null, unproved: null, at: Date.now() }
    await made.send(
      () => Promise.resolve({ ...output, ...changes }),
      () => 'Switched.',
    )
    return made.end.value?.sentence()
  }
  const until = Date.now() + 5 * minuteMs
  const earlier = `Until ${formatWaitEnd(until)} (Japan time), the service may still make an earlier change`
  expect(await endOf({ mayBeMadeAgainUntil: until })).not.toContain(earlier)
  expect(await endOf({})).toContain(`Switched. ${earlier}`)
  expect(await endOf({ isSent: false })).toContain(earlier)
  expect(await endOf({ at: until })).toBe('Switched.')
  await made.send(
    () => Promise.reject(new AppError('unsettled', 'lost')),
    () => 'Switched.',
  )
  expect(await endOf({})).toContain('the service may still make an earlier change')
})
