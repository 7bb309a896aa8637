import { expect, test } from 'vitest'
import { checkJobRunsBesideOtherChanges } from '#test/campaign/dns/check-job-runs-beside-other-changes.ts'
import { checkJobRuns } from '#test/campaign/dns/check-job-runs-with-crashes-and-lost-answers.ts'

test('Runs with crashes and lost answers at any step end in the desired zone, or state the outcome of each change', async () => {
  const figures = await checkJobRuns({ seed: 20261123, runs: 100 })
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
  expect(figures.filter(({ name }) => name.includes('in these runs')).every(({ value }) => value > 100)).toBe(true)
})

test('A run beside somebody else who changes the zone reports every call that was executed', async () => {
  const figures = await checkJobRunsBesideOtherChanges({ seed: 20261123, runs: 100 })
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
})
