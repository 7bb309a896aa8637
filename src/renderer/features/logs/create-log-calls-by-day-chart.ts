import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { LogDay } from './list-call-counts-per-day.ts'

use([BarChart, LineChart, GridComponent, TooltipComponent, CanvasRenderer])

export function createLogDaysChart(element: HTMLElement): EChartsType {
  return init(element, null, { renderer: 'canvas' })
}

const maxDaysWithSymbols = 31

/** The colour token of each series. */
export const logDaySeriesColours = {
  successes: 'accent',
  errors: 'danger',
  medianMs: 'quiet',
  p95Ms: 'warning',
} as const
export type LogDaySeries = keyof typeof logDaySeriesColours

export interface LogDaysChartTexts {
  series: Record<LogDaySeries, string>
  count: (n: number) => string
  /** Without its last digits if it is large, for the axis. */
  roundedCount: (n: number) => string
  /** Of a day of which some entries were not read. */
  atLeast: (n: number) => string
  milliseconds: (n: number) => string
  day: (date: string) => string
}

/**
 * Calls as stacked bars above, times of responses as lines below, over the same days. The theme's colours are read now,
 * because a canvas does not follow CSS variables.
 */
export function createLogDaysChartOptions(element: HTMLElement, days: readonly LogDay[], texts: LogDaysChartTexts) {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const text = {
    color: token('text-3'),
    fontFamily: style.fontFamily,
    fontSize: Number.parseInt(token('text-small'), 10),
  }
  const dates = days.map(({ date }) => texts.day(date))
  const xAxis = (gridIndex: number) => ({
    type: 'category',
    gridIndex,
    data: dates,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: token('line-strong') } },
    axisLabel: gridIndex === 1 ? text : { show: false },
  })
  const yAxis = (gridIndex: number, formatter: (value: number) => string) => ({
    type: 'value',
    gridIndex,
    splitNumber: 3,
    minInterval: 1,
    splitLine: { lineStyle: { color: token('line') } },
    axisLabel: { ...text, formatter },
  })
  const common = (name: LogDaySeries, data: (number | null)[]) => ({
    name: texts.series[name],
    data,
    itemStyle: { color: token(logDaySeriesColours[name]) },
    emphasis: { disabled: true },
  })
  const bars = (name: LogDaySeries, data: (number | null)[]) => ({
    ...common(name, data),
    type: 'bar',
    stack: 'calls',
    barMaxWidth: 28,
    tooltip: {
      valueFormatter: (value: unknown, dataIndex: number) =>
        typeof value !== 'number' ? '—' : days[dataIndex]?.isPartial ? texts.atLeast(value) : texts.count(value),
    },
  })
  const line = (name: LogDaySeries, data: (number | null)[]) => ({
    ...common(name, data),
    type: 'line',
    xAxisIndex: 1,
    yAxisIndex: 1,
    symbolSize: 4,
    // A line needs two neighbouring days with a value. A day without such a neighbour is visible only as a symbol.
    showSymbol: days.length <= maxDaysWithSymbols,
    lineStyle: { width: 1.5, color: token(logDaySeriesColours[name]) },
    tooltip: { valueFormatter: (value: unknown) => (value === null ? '—' : texts.milliseconds(Number(value))) },
  })
  // Labels of both axes have one width, so that the days are above each other.
  const left = 64
  return {
    animation: false,
    grid: [
      { top: 12, right: 12, left, height: '52%' },
      { top: '64%', right: 12, left, bottom: 28 },
    ],
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: token('hover'), opacity: 0.6 }, z: 0 },
      backgroundColor: token('raised'),
      borderColor: token('line-strong'),
      textStyle: { ...text, color: token('text') },
      confine: true,
    },
    xAxis: [xAxis(0), xAxis(1)],
    yAxis: [yAxis(0, texts.roundedCount), yAxis(1, texts.milliseconds)],
    series: [
      bars(
        'successes',
        days.map(({ calls, errors }) => (calls === null || errors === null ? null : calls - errors)),
      ),
      bars(
        'errors',
        days.map(({ errors }) => errors),
      ),
      line(
        'medianMs',
        days.map(({ medianMs }) => medianMs),
      ),
      line(
        'p95Ms',
        days.map(({ p95Ms }) => p95Ms),
      ),
    ],
  }
}
