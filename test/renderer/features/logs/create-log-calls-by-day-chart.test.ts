import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogDaysChartOptions } from '#renderer/features/logs/create-log-calls-by-day-chart.ts'

test('The numbers of a day are those of the table, and only the axis rounds', () => {
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '', fontFamily: '' }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const day = { calls: 1260, errors: 0, medianMs: null, p95Ms: null }
  const days = [
    { ...day, date: '2026-11-22', isPartial: false },
    { ...day, date: '2026-11-23', isPartial: true },
  ]
  const { series, yAxis } = createLogDaysChartOptions({} as HTMLElement, days, {
    series: { successes: '', errors: '', medianMs: '', p95Ms: '' },
    count: (n) => `exactly ${n}`,
    roundedCount: (n) => `about ${n}`,
    atLeast: (n) => `at least ${n}`,
    milliseconds: (n) => `${n} ms`,
    day: (date) => date,
  })
  const shown = days.map((_, index) => series[0]?.tooltip.valueFormatter(1260, index))
  expect(shown).toEqual(['exactly 1260', 'at least 1260'])
  expect(yAxis[0]?.axisLabel.formatter(1260)).toBe('about 1260')
})
