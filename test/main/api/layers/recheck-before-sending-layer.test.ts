import { describe, expect, test } from 'vitest'
import { startSimulatorClientRig, worldWithOneUser } from '#test/main/api/api-client-rig.ts'
import { keyInformationResponse } from '#test/main/api/accounts-in-memory.ts'
import { captureRejection } from '#test/capture-rejection.ts'

/** A rig whose service answers nothing until `answer` is called. */
async function startHeldRig() {
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  return { ...(await startSimulatorClientRig(worldWithOneUser, {}, { onArrival: () => promise })), answer }
}

describe('the checks just before sending', () => {
  test('A call is not sent if its account was paused while the call waited', async () => {
    const { api, accounts, simulator, answer } = await startHeldRig()
    const names = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com', 'g.com', 'h.com']
    const ends = names.map((domain_name) =>
      captureRejection(
        api.call({ accountId: 'a', endpoint: 'domain.detail', input: { domain_name }, priority: 'interactive' }),
      ),
    )
    await expect.poll(() => simulator.ledger.requests.length).toBe(5)
    accounts.change('a', { isPaused: true })
    answer()
    const kinds = (await Promise.all(ends)).map((error) => (error as { kind: string }).kind)
    expect(kinds.toSorted()).toEqual([...Array<string>(3).fill('paused'), ...Array<string>(5).fill('service')])
    expect(simulator.ledger.requests).toHaveLength(5)
    expect(api.quotaUsage()).toMatchObject([{ usedMinute: 5, inFlight: 0 }])
  })

  test('A call is not sent if its key lost the permission while the call waited', async () => {
    const { api, accounts, simulator, answer } = await startHeldRig()
    const names = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com', 'g.com', 'h.com']
    const ends = names.map((domain_name) =>
      captureRejection(
        api.call({ accountId: 'a', endpoint: 'domain.detail', input: { domain_name }, priority: 'interactive' }),
      ),
    )
    await expect.poll(() => simulator.ledger.requests.length).toBe(5)
    const [key] = accounts.keys('a')
    accounts.changeKey(key?.id ?? '', { me: keyInformationResponse({ domain: null }) })
    answer()
    const kinds = (await Promise.all(ends)).map((error) => (error as { kind: string }).kind)
    expect(kinds.toSorted()).toEqual([...Array<string>(3).fill('no_key'), ...Array<string>(5).fill('service')])
    expect(simulator.ledger.requests).toHaveLength(5)
  })

  test('A call with a chosen key names that key as the reason, although another key of the account works', async () => {
    const { api, accounts, simulator, answer } = await startHeldRig()
    const [key] = accounts.keys('a')
    const keyId = key?.id ?? ''
    const names = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com']
    const ends = names.map((domain_name) =>
      captureRejection(
        api.call({ accountId: 'a', keyId, endpoint: 'domain.detail', input: { domain_name }, priority: 'interactive' }),
      ),
    )
    await expect.poll(() => simulator.ledger.requests.length).toBe(5)
    accounts.changeKey(keyId, { me: keyInformationResponse({ domain: null }) })
    answer()
    const unsent = (await Promise.all(ends)).filter((error) => (error as { kind: string }).kind === 'no_key')
    expect(unsent).toMatchObject([{ details: { keyId, keyLabel: key?.label } }])
  })

  test('A call that is cancelled while it waits is not sent, and a cancelled read in flight is released at once', async () => {
    const { api, simulator, answer } = await startHeldRig()
    const leaving = new AbortController()
    const names = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com', 'g.com']
    const ends = names.map((domain_name) =>
      captureRejection(
        api.call({
          accountId: 'a',
          endpoint: 'domain.detail',
          input: { domain_name },
          priority: 'interactive',
          signal: leaving.signal,
        }),
      ),
    )
    await expect.poll(() => simulator.ledger.requests.length).toBe(5)
    leaving.abort()
    expect((await Promise.all(ends)).every((error) => (error as { kind: string }).kind === 'cancelled')).toBe(true)
    expect(simulator.ledger.requests.filter(({ status }) => status !== null)).toEqual([])
    // The slots stay taken until the service responds.
    expect(api.quotaUsage()).toMatchObject([{ inFlight: 5, waiting: { interactive: 0 } }])
    answer()
    await expect.poll(() => api.quotaUsage()[0]?.inFlight).toBe(0)
    expect(simulator.ledger.requests).toHaveLength(5)
  })

  test('A write in flight continues after it was cancelled', async () => {
    const { api, simulator, answer } = await startHeldRig()
    const leaving = new AbortController()
    const input = { domain_name: 'example.com', type: 'TXT', host: '@', content: 'x' } as const
    const change = api.call({
      accountId: 'a',
      endpoint: 'domain.addRecord',
      input,
      priority: 'interactive',
      signal: leaving.signal,
    })
    await expect.poll(() => simulator.ledger.requests.length).toBe(1)
    leaving.abort()
    answer()
    expect((await change).data.id).toBeGreaterThan(0)
  })
})
