import { expect, onTestFinished, test } from 'vitest'
import { fillProfile } from '#test/bench/fill-profile-with-domains.ts'
import { measureMainProcess, smallPortfolio } from './bench-portfolio.ts'

test('The benchmark of a portfolio measures every figure of the main process, and its archive is exact', async () => {
  const profile = await fillProfile(smallPortfolio.size)
  onTestFinished(() => profile.remove())
  const figures = await measureMainProcess(smallPortfolio, profile)
  for (const { name, value } of figures) expect(value, name).toBeGreaterThanOrEqual(0)
  expect(figures.map(({ name }) => name)).toEqual([...new Set(figures.map(({ name }) => name))])
  expect(figures.some(({ name }) => name.includes('forgetting 40 gone domains'))).toBe(true)
  expect(figures.at(-1)).toMatchObject({ value: 0, goal: 0 })
})
