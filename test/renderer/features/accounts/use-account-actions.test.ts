import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { h, ref, type VNode } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Account } from '#shared/ipc/accounts.ts'
import { useAccountActions } from '#renderer/features/accounts/useAccountActions.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { orderTokens, startOrdersThroughCommandsRig } from '#test/main/orders/orders-through-commands-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const noMessage = () => undefined

const createPages = () =>
  createRouter({
    history: createMemoryHistory(),
    routes: ['account', 'overview', 'logs'].map((name) => ({ path: `/${name}`, name, component: {} })),
  })

test.each([
  ['shows the overview', null, '/overview'],
  ['leaves the user on the page that was opened meanwhile', '/logs', '/logs'],
])('The removal of an account %s', async (_, opened, shown) => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const account = await rig.addAccount('One', ['token-of-one'])
  const bridge = connectRigBridge(rig)
  const router = createPages()
  await router.push('/account')
  const { made: actions, leave } = runInSetup(() => useAccountActions(() => account.id, noMessage), {
    plugins: [router],
  })
  onTestFinished(leave)
  const release = bridge.hold('accounts.remove')
  const removal = actions.remove(account)
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  const dialog = currentConfirmation.value
  const work = dialog?.work?.()
  if (opened !== null) await router.push(opened)
  release()
  await work
  dialog?.answer(true)
  await removal
  expect(router.currentRoute.value.path).toBe(shown)
})

test('A removal that ends in the background is told by a message of some seconds, which replaces the notice of its beginning', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const account = await rig.addAccount('One', ['token-of-one'])
  connectRigBridge(rig)
  i18n.global.locale.value = 'en'
  const messages: string[] = []
  const { made, leave } = runInSetup(
    () => ({
      actions: useAccountActions(
        () => account.id,
        (sentence) => messages.push(sentence),
      ),
      app: useAppState(),
    }),
    { plugins: [createPages()] },
  )
  onTestFinished(leave)
  const removal = made.actions.remove(account)
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  const dialog = currentConfirmation.value
  dialog?.continueInBackground()
  expect(made.app.notices).toEqual([expect.objectContaining({ accountId: account.id })])
  expect(made.app.notices[0]?.sentence()).toContain('One is being removed')
  await dialog?.work?.()
  dialog?.answer(true)
  await removal
  expect([made.app.notices, messages]).toEqual([[], ['One was removed.']])
})

test('The confirmation to remove a renamed account does not say that its earlier changes keep the new name', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('One', ['token-of-one'])
  const renamed = await rig.call('accounts.update', { accountId, label: 'Renamed' })
  connectRigBridge(rig)
  i18n.global.locale.value = 'en'
  const { made: actions, leave } = runInSetup(() => useAccountActions(() => accountId, noMessage), {
    plugins: [createPages()],
  })
  onTestFinished(leave)
  const removal = actions.remove(renamed)
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  const { body } = currentConfirmation.value ?? {}
  currentConfirmation.value?.answer(false)
  await removal
  const shown = await renderToString(h(() => body as VNode))
  expect(shown).toContain('stay in the change history')
  expect(shown).not.toContain('Renamed')
})

describe('the notice of a removal that failed', () => {
  async function startWithTwoAccounts() {
    const users = ['one', 'two'].map((name) => ({ name, keys: [{ token: `token-of-${name}` }] }))
    const rig = await startSimulatorRig({ world: { users } })
    onTestFinished(() => rig.close())
    const one = await rig.addAccount('One', ['token-of-one'])
    const two = await rig.addAccount('Two', ['token-of-two'])
    connectRigBridge(rig)
    i18n.global.locale.value = 'en'
    const { made, leave } = runInSetup(
      () => ({ actions: useAccountActions(() => one.id, noMessage), app: useAppState() }),
      { plugins: [createPages()] },
    )
    onTestFinished(leave)
    const file = new DatabaseSync(join(rig.profile, 'banto.db'))
    onTestFinished(() => file.close())

    async function remove(account: Account, isInBackground: boolean): Promise<void> {
      const removal = made.actions.remove(account)
      await expect.poll(() => currentConfirmation.value).not.toBeNull()
      const dialog = currentConfirmation.value
      if (isInBackground) dialog?.continueInBackground()
      await dialog?.work?.().then(
        () => dialog.answer(true),
        (thrown: unknown) => dialog.fail(thrown),
      )
      await removal
    }
    async function failToRemove(account: Account): Promise<void> {
      file.exec(`create trigger fail before delete on api_key begin select raise(abort, 'no more'); end`)
      await remove(account, true)
      file.exec('drop trigger fail')
    }
    const shownNotices = () => made.app.notices.map(({ sentence }) => sentence().split(':')[0])
    return { made, one, two, remove, failToRemove, shownNotices }
  }

  test.each([
    ['removed', ({ remove, one }) => remove(one, false)],
    ['resumed', ({ made, one }) => made.actions.change(one, { isPaused: false })],
  ] as [string, (rig: Awaited<ReturnType<typeof startWithTwoAccounts>>) => Promise<void>][])(
    'The notice of a failed removal disappears when its account is %s',
    async (_, end) => {
      const rig = await startWithTwoAccounts()
      await rig.failToRemove(rig.one)
      expect(rig.shownNotices()).toEqual(['One was not removed completely'])
      await end(rig)
      expect(rig.shownNotices()).toEqual([])
    },
  )

  test('A shown notice follows a change of the language, with the reason of the failure', async () => {
    const { one, made, failToRemove } = await startWithTwoAccounts()
    await failToRemove(one)
    const [notice] = made.app.notices
    expect(notice?.sentence()).toContain('One was not removed completely: ')
    i18n.global.locale.value = 'ja'
    onTestFinished(() => void (i18n.global.locale.value = 'en'))
    expect(notice?.sentence()).toContain('One の削除は完了していません。')
    expect(notice?.sentence()).not.toMatch(/[a-z]{3} [a-z]/)
  })

  test('The notice of a failed removal stays while another account is removed', async () => {
    const { one, two, remove, failToRemove, shownNotices } = await startWithTwoAccounts()
    await failToRemove(one)
    await remove(two, true)
    expect(shownNotices()).toEqual(['One was not removed completely'])
  })
})

test('A refusal of the service for one account is not shown on the page of another account', async () => {
  const rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'one', keys: [{ token: 'token-of-one' }] },
        { name: 'two', keys: [{ token: 'token-of-two' }] },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const one = await rig.addAccount('One', ['token-of-one'])
  const two = await rig.addAccount('Two', ['token-of-two'])
  connectRigBridge(rig)
  const shownId = ref(one.id)
  const { made: actions, leave } = runInSetup(() => useAccountActions(() => shownId.value, noMessage), {
    plugins: [createPages()],
  })
  onTestFinished(leave)
  rig.simulator.faults.add({
    match: { token: 'token-of-one' },
    fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
  })
  const [key] = one.keys
  if (!key) throw new Error('The account has no key')
  const testing = actions.retest(key)
  shownId.value = two.id
  await testing
  expect(actions.failure.value).toBeNull()
  shownId.value = one.id
  expect(actions.failure.value?.error).toMatchObject({ status: 401 })
})

test('The offline error of a key test disappears when the app is online again', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const { id, keys } = await rig.addAccount('One', ['token-of-one'])
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ actions: useAccountActions(() => id, noMessage), app: useAppState() }), {
    plugins: [createPages()],
  })
  onTestFinished(leave)
  const [key] = keys
  if (!key) throw new Error('The account has no key')
  await made.app.saveSettings({ isOffline: true })
  await made.actions.retest(key)
  expect(made.actions.failure.value?.error.kind).toBe('offline')
  await made.app.saveSettings({ isOffline: false })
  expect(made.actions.failure.value).toBeNull()
})

test('A test of a working key starts a sync only if the key has other permissions than before', async () => {
  const services = { server: {} }
  const rig = await startSimulatorRig({
    world: {
      users: [{ name: 'one', keys: [{ token: 'token-of-one', services }], domains: [{ domain_name: 'one.example' }] }],
    },
  })
  onTestFinished(() => rig.close())
  const { id, keys } = await rig.addAccount('One', ['token-of-one'])
  const bridge = connectRigBridge(rig)
  const { made: actions, leave } = runInSetup(() => useAccountActions(() => id, noMessage), {
    plugins: [createPages()],
  })
  onTestFinished(leave)
  const [key] = keys
  if (!key) throw new Error('The account has no key')
  const countStartedSyncs = () => bridge.calls.filter((name) => name === 'sync.start').length
  await actions.retest(key)
  expect(countStartedSyncs()).toBe(0)
  const domain = { permission_type: 'full', target_mode: 'all' }
  Object.assign(rig.simulator.world.user('one').keys[0]?.services ?? {}, { domain })
  await actions.retest(key)
  expect(countStartedSyncs()).toBe(1)
  await expect.poll(async () => (await rig.call('inventory.domains', {})).total).toBe(1)
})

test('The error of a refused key test disappears when the key is replaced by a working key', async () => {
  const tokens = ['refused-key', 'working-key']
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: tokens.map((token) => ({ token })) }] } })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('One', ['refused-key'])
  connectRigBridge(rig)
  const { made, leave } = runInSetup(
    () => ({ actions: useAccountActions(() => accountId, noMessage), accounts: useAccounts() }),
    { plugins: [createPages()] },
  )
  onTestFinished(leave)
  await made.accounts.load()
  const key = made.accounts.byId(accountId)?.keys[0]
  if (!key) throw new Error('The account has no key')
  rig.simulator.faults.add({
    match: { token: 'refused-key' },
    fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
  })
  await made.actions.retest(key)
  await made.accounts.load()
  expect(made.actions.failure.value?.error).toMatchObject({ status: 401 })
  const { pendingKeyId } = await rig.call('accounts.tryKey', {
    baseUrl: rig.simulator.url,
    secret: 'working-key',
    accountId,
  })
  await rig.call('accounts.replaceKey', { accountId, keyId: key.id, pendingKeyId })
  await made.accounts.load()
  expect(made.actions.failure.value).toBeNull()
})

test('The error of a key test names the key as it is called now', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const { id: accountId, keys } = await rig.addAccount('One', ['token-of-one'])
  connectRigBridge(rig)
  const { made, leave } = runInSetup(
    () => ({ actions: useAccountActions(() => accountId, noMessage), accounts: useAccounts() }),
    { plugins: [createPages()] },
  )
  onTestFinished(leave)
  const [key] = keys
  if (!key) throw new Error('The account has no key')
  rig.simulator.faults.add({
    match: { token: 'token-of-one' },
    fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
  })
  await made.actions.retest(key)
  await rig.call('accounts.renameKey', { accountId, keyId: key.id, label: 'Renamed key' })
  await made.accounts.load()
  expect(made.actions.failure.value).toMatchObject({ testedKeyLabel: 'Renamed key', error: { status: 401 } })
})

test('Each of several keys under test is shown as under test until its own test ends, and the error of one stays while another is tested', async () => {
  const tokens = ['refused-key', 'working-key']
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: tokens.map((token) => ({ token })) }] } })
  onTestFinished(() => rig.close())
  const { id, keys } = await rig.addAccount('One', tokens)
  const bridge = connectRigBridge(rig)
  const { made: actions, leave } = runInSetup(() => useAccountActions(() => id, noMessage), {
    plugins: [createPages()],
  })
  onTestFinished(leave)
  const [refused, working] = keys
  if (!refused || !working) throw new Error('The account lacks a key')
  rig.simulator.faults.add({
    match: { token: 'refused-key' },
    fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
  })
  const release = bridge.hold('accounts.retestKey')
  const heldTest = actions.retest(working)
  await actions.retest(refused)
  expect([...actions.retestedKeyIds]).toEqual([working.id])
  expect(actions.failure.value?.error).toMatchObject({ status: 401 })
  release()
  await heldTest
  expect([...actions.retestedKeyIds]).toEqual([])
  await actions.retest(working)
  expect(actions.failure.value).toMatchObject({
    testedKeyLabel: refused.label,
    error: { status: 401 },
    at: expect.any(Number),
  })
  rig.simulator.faults.clear()
  await actions.retest(refused)
  expect(actions.failure.value).toBeNull()
})

test('The confirmations to remove an account or its key, and to merge it, name open orders before they are answered, as long as these are open', async () => {
  const { rig, accountId, buy, waitUntilSettled } = await startOrdersThroughCommandsRig()
  const into = await rig.addAccount('Other', [orderTokens.other])
  rig.simulator.faults.add({
    match: { path: '/one.com/renew$' },
    fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
    times: 1,
  })
  const { intentIds } = await buy([
    { kind: 'renew', accountId, name: 'one.com', years: 1 },
    { kind: 'renew', accountId, name: 'two.com', years: 1 },
  ])
  await waitUntilSettled([intentIds[1] as string])
  const intent = () => rig.call('orders.intent', { intentId: intentIds[0] as string })
  for (let current = await intent(); current.state !== 'unsettled'; current = await intent())
    await rig.event('orders.changed')
  const { keyId: intentKeyId } = await intent()
  const from = (await rig.call('accounts.list', null)).find(({ id }) => id === accountId)
  const key = from?.keys.find(({ id }) => id === intentKeyId)
  if (!from || !key) throw new Error('The account or its key is gone')
  const bridge = connectRigBridge(rig)
  i18n.global.locale.value = 'en'
  const { made: actions, leave } = runInSetup(() => useAccountActions(() => accountId, noMessage), {
    plugins: [createPages()],
  })
  onTestFinished(leave)
  let shownBody = ''
  const obstacleOf = async (open: () => Promise<void>) => {
    const closed = open()
    await vi.waitFor(() => expect(currentConfirmation.value).not.toBeNull())
    const title = currentConfirmation.value?.obstacle?.()?.title ?? null
    const { body } = currentConfirmation.value ?? {}
    shownBody = typeof body === 'string' ? body : await renderToString(h(() => body))
    currentConfirmation.value?.answer(false)
    await closed
    return title
  }
  expect(await obstacleOf(() => actions.remove(from))).toBe(
    '1 order of this account is still open, so the account cannot be removed yet.',
  )
  expect(shownBody).toContain('2 orders stay in the order list')
  expect(await obstacleOf(() => actions.removeKey(from, key))).toBe(
    '1 order that needs this key is still open, so the key cannot be removed yet.',
  )
  expect(await obstacleOf(() => actions.merge(into, from))).toMatch(
    /^1 order of .* is still open, so the account cannot be merged yet\.$/,
  )
  expect(await obstacleOf(() => actions.merge(from, into))).toBeNull()
  await obstacleOf(() => actions.remove(into))
  expect(shownBody).not.toContain('in the order list')

  const removal = actions.removeKey(from, key)
  await vi.waitFor(() => expect(currentConfirmation.value).not.toBeNull())
  const dialog = currentConfirmation.value
  expect(dialog?.obstacle?.()).not.toBeNull()
  await rig.call('orders.settle', { intentId: intentIds[0] as string, happened: false, repeat: false })
  bridge.emit('orders.changed', { intentIds })
  await expect.poll(() => dialog?.obstacle?.(), { timeout: 5_000 }).toBeNull()
  dialog?.answer(false)
  await removal
})
