import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { findIpBlockWait } from '#renderer/account-data/find-ip-block-wait.ts'

test('An account waits for the end of a block of its own source address only, also when no call of it is queued', () => {
  const proxy = { url: 'http://proxy.example:3128' } as Account['proxy']
  const direct = { ipBlocks: [{ proxyUrl: null, since: 1, until: 5 }] }
  const throughProxy = { ipBlocks: [{ proxyUrl: 'http://proxy.example:3128', since: 1, until: null }] }
  expect(findIpBlockWait(direct, { proxy: null })).toEqual({ cause: 'block', until: 5 })
  expect(findIpBlockWait(direct, { proxy })).toBeNull()
  expect(findIpBlockWait(throughProxy, { proxy })).toEqual({ cause: 'block', until: null })
  expect(findIpBlockWait(throughProxy, { proxy: null })).toBeNull()
})
