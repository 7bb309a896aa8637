import { expect, test } from 'vitest'
import { findEndpointsUsedByScreens } from '#test/campaign/servers/find-endpoints-used-by-screens.ts'
import { checkNewSites } from '#test/campaign/servers/check-random-new-sites-under-faults.ts'

test('New sites with kills and lost answers at any step are created once, or state the outcome of each step', async () => {
  const figures = await checkNewSites({ seed: 20261123, sites: 150 })
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
  expect(figures.filter(({ name }) => name.includes('in these jobs')).every(({ value }) => value > 50)).toBe(true)
})

test('The endpoints that a screen uses are found by the commands that the window calls', () => {
  const used = findEndpointsUsedByScreens()
  for (const name of ['domain.addRecord', 'server.setMemo', 'hosting.usage', 'domain.renew'] as const)
    expect([...used]).toContain(name)
})
