import { expect, test } from 'vitest'
import {
  toChartPoints,
  toServerUsageSeries,
} from '#renderer/features/servers/usage/to-server-usage-series-and-chart-points.ts'

const readings = [
  { readAt: 1, usage: { counts: { domains: 2 } } },
  { readAt: 2, usage: { counts: { domains: 3 }, disk: { used_mb: 40, quota_mb: 100 } } },
  { readAt: 4, usage: { counts: { domains: 1, sites: 5 }, disk: { used_mb: 50, quota_mb: 200 } } },
]

test('Each number of the newest reading has the values of the readings that have it, those with a limit first', () => {
  expect(toServerUsageSeries(readings)).toEqual([
    {
      name: 'disk › used_mb',
      limit: 200,
      points: [
        { at: 2, used: 40 },
        { at: 4, used: 50 },
      ],
    },
    {
      name: 'counts › domains',
      limit: null,
      points: [
        { at: 1, used: 2 },
        { at: 2, used: 3 },
        { at: 4, used: 1 },
      ],
    },
    { name: 'counts › sites', limit: null, points: [{ at: 4, used: 5 }] },
  ])
  expect(toServerUsageSeries([])).toEqual([])
})

test('A point of the chart is placed by its time and between the smallest and the largest value', () => {
  expect(toChartPoints(toServerUsageSeries(readings)[1]?.points ?? [])).toEqual([
    { x: 0, y: 0.5 },
    { x: 1 / 3, y: 0 },
    { x: 1, y: 1 },
  ])
})

test('A value that never changes is a line in the middle', () => {
  const points = [
    { at: 10, used: 7 },
    { at: 20, used: 7 },
  ]
  expect(toChartPoints(points)).toEqual([
    { x: 0, y: 0.5 },
    { x: 1, y: 0.5 },
  ])
})
