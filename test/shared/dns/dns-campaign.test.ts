import { expect, test } from 'vitest'
import { checkPlans } from '#test/campaign/dns/plan-figures.ts'

// `npm run campaign -- dns` plans a hundred thousand pairs of zones.
test('Plans of random zones keep every rule, with crashes and lost answers', async () => {
  const figures = await checkPlans({ seed: 1, pairs: 100 })
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
  expect(figures.find(({ name }) => name.startsWith('answers lost'))?.value).toBeGreaterThan(100)
})
