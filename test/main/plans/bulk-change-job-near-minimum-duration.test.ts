import { expect, test } from 'vitest'
import { bulkChanges, runBulkChange, type BulkChange } from '#test/bench/dns/bench-bulk-changes.ts'

// `npm run bench -- dns` changes 1,000 zones.
test('A job for many zones takes little more than the least time for its calls, and makes no other calls', async () => {
  const [change] = bulkChanges as [BulkChange]
  const zones = 120
  const { timesLowerBound, ...rest } = await runBulkChange(change, { seed: 1, zones })
  expect(rest).toMatchObject({ calls: zones * (1 + change.changesOfEach), refused: 0, unfinished: 0 })
  // The wait for the end of the last minute does not depend on the number of calls. The benchmark leaves it out.
  expect(timesLowerBound).toBeLessThan(1.1)
})
