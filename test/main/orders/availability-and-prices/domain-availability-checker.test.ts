import { expect, test } from 'vitest'
import { createDomainAvailabilityChecker } from '#main/orders/availability-and-prices/domain-availability-checker.ts'
import { systemClock } from '#main/clock.ts'
import { AppError } from '#shared/app-error.ts'
import { startSimulatorClientRig } from '#test/main/api/api-client-rig.ts'

/** Shorter pauses between attempts. No test measures them. */
const hasty = { ...systemClock, sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 50, signal) }

test('Checks stop when the service cannot be reached, instead of trying every name', async () => {
  const { api, simulator, database } = await startSimulatorClientRig(undefined, { clock: hasty })
  await simulator.pause()
  const names = Array.from({ length: 60 }, (_, index) => `name${index}.com`)
  const results = new Map<string, unknown>()
  await createDomainAvailabilityChecker({ api, clock: systemClock }).checkAll('a', names, {
    batchId: 'search',
    signal: new AbortController().signal,
    onResult: (name, checked) => results.set(name, checked),
  })
  await simulator.resume()
  expect([...results.keys()].sort()).toEqual([...names].sort())
  expect([...results.values()].map((checked) => checked instanceof AppError && checked.kind)).toEqual(
    names.map(() => 'no_network'),
  )
  const { tried } = database.get<{ tried: number }>('select count(distinct path) as tried from request') ?? {
    tried: Number.NaN,
  }
  expect(tried).toBeLessThan(20)
})

test('A result is remembered for some minutes only', async () => {
  const { api } = await startSimulatorClientRig()
  let passedMs = 0
  const checks = createDomainAvailabilityChecker({
    api,
    clock: { ...systemClock, monotonic: () => systemClock.monotonic() + passedMs },
  })
  await checks.checkAll('a', ['fresh.com'], {
    batchId: 'search',
    signal: new AbortController().signal,
    onResult: () => undefined,
  })
  expect(checks.getRecent('a', 'fresh.com', 'a year')?.data.available).toBe(true)
  expect(checks.getRecent('b', 'fresh.com', 'a year')).toBeNull()
  passedMs = 10 * 60_000
  expect(checks.getRecent('a', 'fresh.com', 'a year')).toBeNull()
})
