import { expect, onTestFinished, test } from 'vitest'
import type { AppError } from '#shared/app-error.ts'
import { useConsoleErrorUntilCauseEnds } from '#renderer/features/console/useConsoleErrorUntilCauseEnds.ts'
import { useConsoleRequestAndAnswer } from '#renderer/features/console/console-request-and-answer-store.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { createARecordInput, domain, startPlansRig } from '#test/main/plans/plans-rig.ts'
import { startHttpConnectProxyServer } from '#test/http-connect-proxy-server.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const token = 'a-key-for-the-console'

test('The reason why a request of the console was not sent ends with its cause, and a lost answer stays', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token }] }] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('First', [token])
  const { made, leave } = runInSetup(() => ({
    error: useConsoleErrorUntilCauseEnds(),
    store: useConsoleRequestAndAnswer(),
    accounts: useAccounts(),
  }))
  onTestFinished(leave)
  const { error, store, accounts } = made
  const send = () => store.send({ accountId, keyId: null, method: 'GET', path: '/v1/me', query: [], body: null }, null)

  await accounts.load()
  rig.simulator.faults.add({ match: { path: '^/v1/me$' }, fault: { kind: 'reset-after' } })
  await send()
  expect(error.value).not.toBeNull()
  expect(error.value).toBe(store.error)

  // The account was paused while the request waited to be sent.
  await rig.call('accounts.update', { accountId, isPaused: true })
  await accounts.load()
  await send()
  expect(error.value?.kind).toBe('paused')
  await rig.call('accounts.update', { accountId, isPaused: false })
  await accounts.load()
  expect(error.value).toBeNull()
})

test('A failed proxy is named for a request of the console until the account has another proxy or none', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token }] }] } })
  onTestFinished(() => rig.close())
  const proxy = await startHttpConnectProxyServer()
  onTestFinished(() => proxy.close())
  connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('First', [token])
  const { made, leave } = runInSetup(() => ({
    error: useConsoleErrorUntilCauseEnds(),
    store: useConsoleRequestAndAnswer(),
    accounts: useAccounts(),
  }))
  onTestFinished(leave)
  const { error, store, accounts } = made
  const typed = { accountId, proxyUrl: proxy.url, proxyUser: '', proxyPassword: '' }
  const { pendingProxyId } = await rig.call('accounts.keepProxy', typed)
  await rig.call('accounts.setProxy', { accountId, pendingProxyId })
  await accounts.load()
  proxy.behave(407)
  await store.send({ accountId, keyId: null, method: 'GET', path: '/v1/me', query: [], body: null }, null)
  expect(error.value?.kind).toBe('proxy_refused')
  await rig.call('accounts.setProxy', { accountId, pendingProxyId: null })
  await accounts.load()
  expect(error.value).toBeNull()
})

test('A request of the console that was refused while a job changed the domain says to wait for the domain, until the job has ended', async () => {
  setMessageLanguage('en')
  const rig = await startPlansRig()
  const record = createARecordInput('new', '192.0.2.50')
  const plan = await rig.create({ kind: 'record_operation', operation: { kind: 'add_record', record } })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'late', ms: 100 } })
  const jobId = await rig.start(plan)
  await expect.poll(async () => (await rig.job(jobId)).counts.checking).toBe(1)
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({
    error: useConsoleErrorUntilCauseEnds(),
    store: useConsoleRequestAndAnswer(),
    jobs: useJobs(),
  }))
  onTestFinished(leave)
  await made.jobs.listen()
  const { accountId } = rig
  const path = `/v1/domain/${domain}/dns/1`
  const request = { accountId, keyId: null, method: 'PUT' as const, path, query: [], body: JSON.stringify(record) }
  const { confirmationId } = await rig.call('console.confirm', request)
  await made.store.send(request, confirmationId)
  expect(made.error.value).toMatchObject({ kind: 'open_job', details: { jobId } })
  expect(describeError(made.error.value as AppError).remedy).toContain('when the job has finished this domain')
  await rig.untilEnded(jobId)
  await made.jobs.listen()
  expect(made.error.value).toBeNull()
})
