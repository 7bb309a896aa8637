import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { MonthlySeries } from './sum-and-merge-monthly-series.ts'

use([BarChart, GridComponent, TooltipComponent, CanvasRenderer])

export interface MonthlyAmountsChartFormatters {
  /** Formats a full amount, for the tooltip. */
  yen: (yen: number) => string
  /** Formats a short amount, for the axis. */
  yenShort: (yen: number) => string
  month: (month: string) => string
}

export function createMonthlyAmountsChart(element: HTMLElement): EChartsType {
  return init(element, null, { renderer: 'canvas' })
}

/** Options of the chart. The theme's colours are read now, because a canvas does not follow CSS variables. */
export function createMonthlyAmountsChartOptions(
  element: HTMLElement,
  months: readonly string[],
  series: readonly MonthlySeries[],
  formatters: MonthlyAmountsChartFormatters,
) {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const text = {
    color: token('text-3'),
    fontFamily: style.fontFamily,
    fontSize: Number.parseInt(token('text-small'), 10),
  }
  const barMax = 36
  return {
    animation: false,
    grid: { top: 12, right: 4, bottom: 4, left: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: token('hover'), opacity: 0.6 }, z: 0 },
      backgroundColor: token('raised'),
      borderColor: token('line-strong'),
      textStyle: { ...text, color: token('text') },
      valueFormatter: (value: unknown) => formatters.yen(Number(value)),
      confine: true,
    },
    xAxis: {
      type: 'category',
      data: months.map(formatters.month),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: token('line-strong') } },
      axisLabel: text,
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      splitLine: { lineStyle: { color: token('line') } },
      axisLabel: { ...text, formatter: (value: number) => formatters.yenShort(value) },
    },
    series: series.map(({ name, colour, yen }) => ({
      type: 'bar',
      stack: 'all',
      name,
      data: yen,
      barMaxWidth: barMax,
      itemStyle: { color: token(colour) },
      emphasis: { disabled: true },
    })),
  }
}
