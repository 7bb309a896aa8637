import { createPinia } from 'pinia'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSSRApp, h, type Plugin } from 'vue'
import { renderToString } from 'vue/server-renderer'
import DatabaseSetupStepFrame from '#renderer/features/servers/databases/DatabaseSetupStepFrame.vue'
import { useDatabaseSetup } from '#renderer/features/servers/databases/useDatabaseSetup.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const token = 'a-key-for-databases'
const servername = 'one01.simulator.example'
const withMessages: Plugin = (app) => app.provide('n-message-api', {})
let rig: SimulatorRig
let accountId: string

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], servers: [{ server_id: 'one01' }] }] },
  })
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  accountId = (await rig.addAccount('First', [token])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await ended
  connectRigBridge(rig)
})
afterAll(() => rig.close())

test('The names cannot be changed after the grant, because the grant is shown with them', async () => {
  const { made, leave } = runInSetup(() => useDatabaseSetup(() => ({ accountId, servername })), {
    plugins: [withMessages],
  })
  made.database.suffix = 'shop'
  expect(await made.run.database(), JSON.stringify(made.steps.database.error.value)).toBe(true)
  expect(await made.run.user()).toBe(true)
  expect(made.mayEdit.value).toBe(true)
  expect(await made.run.grant()).toBe(true)
  expect(made.remaining.value).toEqual([])
  expect(made.mayEdit.value).toBe(false)
  leave()
})

test('A refused step is said to be not done only if no answer of an earlier request was lost', async () => {
  const t = setMessageLanguage('en')
  const { made, leave } = runInSetup(() => useDatabaseSetup(() => ({ accountId, servername })), {
    plugins: [withMessages],
  })
  const { state, error, lost } = made.steps.database
  const render = () =>
    renderToString(
      createSSRApp(() =>
        h(DatabaseSetupStepFrame, {
          accountId,
          servername,
          title: t('serverDatabases.database.step'),
          state: state.value,
          isNeeded: true,
          end: null,
          error: error.value,
          checks: lost.value.map(({ suffix }) => t('serverDatabases.database.checkAfterRefusal', { suffix })),
          action: t('serverDatabases.database.action'),
          obstacle: null,
          testId: 'step-database',
        }),
      )
        .use(i18n)
        .use(createPinia()),
    )
  await rig.call('servers.addDatabase', { accountId, servername, nameSuffix: 'taken', characterSet: 'utf8mb4' })
  made.database.suffix = 'taken'
  expect(await made.run.database()).toBe(false)
  expect(state.value).toBe('refused')
  expect(await render()).toContain(t('serverDatabases.state.refused'))

  rig.simulator.faults.add({ match: { method: 'POST', path: '/db$' }, times: 1, fault: { kind: 'reset-after' } })
  made.database.suffix = 'lost'
  expect(await made.run.database()).toBe(false)
  expect(state.value).toBe('unknown')
  expect(await made.run.database()).toBe(false)
  expect(state.value).toBe('refused')
  const shown = await render()
  expect(shown).not.toContain(t('serverDatabases.state.refused'))
  expect(shown).toContain(t('serverDatabases.state.unknown'))
  leave()
})

test('A grant shows the outcome of a lost answer only for the user that was granted', async () => {
  const setup = () => useDatabaseSetup(() => ({ accountId, servername }))
  const grantAfterLostAnswer = async (suffix: string, existing: string) => {
    const { made, leave } = runInSetup(setup, { plugins: [withMessages] })
    Object.assign(made.database, { isNew: false, fullName: 'one01_shop' })
    rig.simulator.faults.add({ match: { method: 'POST', path: '/db/user$' }, times: 1, fault: { kind: 'reset-after' } })
    made.userSuffix.value = suffix
    expect(await made.run.user()).toBe(false)
    expect(made.findRequestsOfUnknownOutcome('user')).toHaveLength(1)
    Object.assign(made.user, { isNew: false, fullName: existing })
    expect(await made.run.grant(), JSON.stringify(made.steps.grant.error.value)).toBe(true)
    expect(made.remaining.value).toEqual([])
    const isUnknown = made.findRequestsOfUnknownOutcome('user').length > 0
    leave()
    return isUnknown
  }
  expect(await grantAfterLostAnswer('buyer', 'one01_buyer')).toBe(false)
  expect(await grantAfterLostAnswer('seller', 'one01_buyer')).toBe(true)
})

test('A user created under another name leaves the outcome of the lost answer unknown, and its password kept', async () => {
  const { made, leave } = runInSetup(() => useDatabaseSetup(() => ({ accountId, servername })), {
    plugins: [withMessages],
  })
  rig.simulator.faults.add({ match: { method: 'POST', path: '/db/user$' }, times: 1, fault: { kind: 'reset-after' } })
  made.userSuffix.value = 'mail'
  const sent = made.password.value
  expect(await made.run.user()).toBe(false)
  made.userSuffix.value = 'webmail'
  expect(await made.run.user()).toBe(true)
  expect(made.findRequestsOfUnknownOutcome('user')).toHaveLength(1)
  expect(made.steps.user.lost.value).toEqual([{ suffix: 'mail', password: sent }])
  Object.assign(made.database, { isNew: false, fullName: 'one01_shop' })
  expect(await made.run.grant(), JSON.stringify(made.steps.grant.error.value)).toBe(true)
  expect(made.findRequestsOfUnknownOutcome('user')).toHaveLength(1)
  leave()
})

test('Each request without an answer stays unknown with its name and its password, also beside a later one', async () => {
  const { made, leave } = runInSetup(() => useDatabaseSetup(() => ({ accountId, servername })), {
    plugins: [withMessages],
  })
  const attempts = [
    { suffix: 'lost1', password: 'first-password' },
    { suffix: 'lost2', password: 'second-password' },
    { suffix: 'lost2', password: 'third-password' },
  ]
  for (const { suffix, password } of [...attempts, ...attempts.slice(-1)]) {
    made.userSuffix.value = suffix
    made.password.value = password
    rig.simulator.faults.add({ match: { method: 'POST', path: '/user$' }, times: 1, fault: { kind: 'reset-before' } })
    expect(await made.run.user()).toBe(false)
  }
  expect(made.steps.user.lost.value).toEqual(attempts)
  expect(await made.run.user(), JSON.stringify(made.steps.user.error.value)).toBe(true)
  expect(made.findRequestsOfUnknownOutcome('user')).toEqual(attempts.slice(0, 1))
  leave()
})

test('A step that succeeds when sent again leaves no outcome unknown', async () => {
  const { made, leave } = runInSetup(() => useDatabaseSetup(() => ({ accountId, servername })), {
    plugins: [withMessages],
  })
  rig.simulator.faults.add({ match: { method: 'POST', path: '/db$' }, times: 1, fault: { kind: 'reset-before' } })
  made.database.suffix = 'again'
  expect(await made.run.database()).toBe(false)
  expect(made.findRequestsOfUnknownOutcome('database')).toHaveLength(1)
  expect(await made.run.database()).toBe(true)
  expect(made.findRequestsOfUnknownOutcome('database')).toEqual([])
  leave()
})

test('A step that is done still says what to check about its earlier request without an answer', async () => {
  const t = setMessageLanguage('en')
  const check = t('serverDatabases.database.checkNotGranted', { suffix: 'first' })
  const frame = {
    accountId,
    servername,
    title: t('serverDatabases.database.step'),
    state: 'done',
    isNeeded: true,
    end: null,
    error: null,
    checks: [check],
    action: t('serverDatabases.database.action'),
    obstacle: null,
    testId: 'step-database',
  } as const
  const app = createSSRApp(() => h(DatabaseSetupStepFrame, frame))
  const shown = await renderToString(app.use(i18n).use(createPinia()))
  expect(shown).toContain(check)
  expect(shown).not.toContain(t('serverDatabases.database.action'))
})

test('A grant without an answer may be repeated, so no check before that is asked for', async () => {
  const t = setMessageLanguage('en')
  const { made, leave } = runInSetup(() => useDatabaseSetup(() => ({ accountId, servername })), {
    plugins: [withMessages],
  })
  rig.simulator.faults.add({ match: { method: 'POST', path: '/grant$' }, times: 9, fault: { kind: 'reset-after' } })
  Object.assign(made.database, { isNew: false, fullName: 'one01_shop' })
  Object.assign(made.user, { isNew: false, fullName: 'one01_shop' })
  expect(await made.run.grant()).toBe(false)
  const { state, error } = made.steps.grant
  expect(state.value).toBe('unknown')
  const frame = {
    accountId,
    servername,
    title: t('serverDatabases.grant.step'),
    state: state.value,
    isNeeded: true,
    end: null,
    error: error.value,
    checks: [t('serverDatabases.grant.check')],
    mayRepeat: true,
    action: t('serverDatabases.grant.action'),
    obstacle: null,
    testId: 'step-grant',
  } as const
  const app = createSSRApp(() => h(DatabaseSetupStepFrame, frame))
  const shown = await renderToString(app.use(i18n).use(createPinia()))
  expect(shown.split(t('serverDatabases.grant.check'))).toHaveLength(2)
  expect(shown).not.toContain(t('serverPage.change.unreadableRemedy'))
  leave()
})
