import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { startPaidOperationsRig } from './start-paid-operations-rig.ts'

test('A charge in the ledger has its time, user, target, price and idempotency key', async () => {
  const { renew, simulator, clock } = await startPaidOperationsRig()
  clock.advance(dayMs)
  await renew({}, 'decision-0001')
  expect(simulator.ledger.charges).toEqual([
    { at: clock.now(), user: 'aoi', kind: 'renew', target: 'mine.com', yen: 1650, idempotencyKey: 'decision-0001' },
  ])
  expect(simulator.ledger.summary()).toMatchObject({ chargedYen: 1650, received: 1, refused: 0 })
})
