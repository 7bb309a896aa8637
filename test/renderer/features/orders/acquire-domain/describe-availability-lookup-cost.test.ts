import { expect, onTestFinished, test } from 'vitest'
import { useI18n } from 'vue-i18n'
import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { maxInteractiveNames } from '#shared/ipc/domain-availability-search.ts'
import { describeAvailabilityLookupCost } from '#renderer/features/orders/acquire-domain/describe-availability-lookup-cost.ts'
import { useAvailabilityLookupQuotaCost } from '#renderer/features/orders/acquire-domain/useAvailabilityLookupQuotaCost.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'
import { describeWhenAccountCanCallNext } from '#renderer/features/orders/describe-when-account-can-call-next.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('While the service makes the account wait, the cost of look-ups names the end of the wait instead of a duration', async () => {
  const token = 'token-of-one'
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'one', keys: [{ token }], domains: [{ domain_name: 'one.example' }] }] },
  })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('One', [token])
  await rig.call('sync.start', {})
  await expect.poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state)).toEqual(['idle'])
  const { made, leave } = runInSetup(() => ({
    t: useI18n().t,
    accounts: useAccounts(),
    cost: useAvailabilityLookupQuotaCost(
      () => accountId,
      () => 10,
    ),
  }))
  onTestFinished(leave)
  await made.accounts.load()
  const describe = (language: 'en' | 'ja', key: 'cost' | 'askMany') => {
    setMessageLanguage(language)
    return describeAvailabilityLookupCost(made.cost.value, key, made.t as never)
  }
  expect(describe('en', 'cost')).toBe('Takes 10 calls, less than a minute, 0.1% of a day’s quota.')
  rig.simulator.faults.add({
    match: { path: '^/v1/domain/' },
    times: 1,
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '1800' } },
  })
  await rig.call('inventory.refreshDomain', { accountId, name: 'one.example', detailKinds: ['lock'] })
  const usages = await rig.call('accounts.quota', null)
  bridge.emit('quota.changed', usages)
  const time = formatWaitEnd(usages.find(({ limitClass }) => limitClass === 'domain')?.nextFreeAt ?? 0)
  expect(describe('en', 'cost')).toBe(
    `Takes 10 calls, 0.1% of a day’s quota. Calls are possible again from ${time} (Japan time).`,
  )
  expect(describe('en', 'askMany')).toMatch(
    new RegExp(
      `\\(up to 10 calls, 0.1% of a day’s quota\\).*Calls are possible again from ${time} \\(Japan time\\)\\.$`,
    ),
  )
  expect(describe('ja', 'cost')).toBe(
    `10 回の呼び出し・1日の呼び出し枠の0.1%を使います。次の呼び出しは ${time}（日本時間）以降です。`,
  )
})

test('A hold after refused keys is a wait only of look-ups that have the priority of a job', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('One', ['token-of-one'])
  const { made, leave } = runInSetup(() => ({
    accounts: useAccounts(),
    ofFew: useAvailabilityLookupQuotaCost(
      () => accountId,
      () => maxInteractiveNames,
    ),
    ofMany: useAvailabilityLookupQuotaCost(
      () => accountId,
      () => maxInteractiveNames + 1,
    ),
  }))
  onTestFinished(leave)
  await made.accounts.load()
  const usage = { accountId, limitClass: 'domain', ...rateLimits.domain, usedMinute: 0, nextFreeAt: null }
  const heldUntil = Date.now() + 10 * minuteMs
  bridge.emit('quota.changed', [{ ...usage, heldUntil } as unknown as QuotaUsage])
  expect(made.ofFew.value.wait).toBeNull()
  expect(made.ofMany.value.wait).toEqual({ until: heldUntil, mayEndEarlier: true })
})

test('A wait of which no end is known is said to hold the calls', () => {
  const t = setMessageLanguage('en')
  expect(describeWhenAccountCanCallNext({ until: null }, t)).toBe('Calls are on hold.')
  expect(describeWhenAccountCanCallNext(null, t)).toBeNull()
})
