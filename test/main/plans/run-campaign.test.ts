import { expect, test } from 'vitest'
import { checkRuns } from '#test/campaign/dns/run-figures.ts'

test('Runs with crashes and lost answers at any step end in the desired zone, or say what became of each change', async () => {
  const figures = await checkRuns({ seed: 20261123, runs: 150 })
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
  expect(figures.filter(({ name }) => name.includes('in these runs')).every(({ value }) => value > 100)).toBe(true)
})
