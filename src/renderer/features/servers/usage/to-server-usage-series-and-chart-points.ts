import type { ServerUsageReading } from '#shared/ipc/inventory.ts'
import { parseServerUsage } from './parse-server-usage.ts'

/** One number of the usage at the time of a reading. */
export interface ServerUsagePoint {
  at: number
  used: number
}

/** One number of the usage over the readings that have it. `name`: as in the newest reading. Oldest point first. */
export interface ServerUsageSeries {
  name: string
  limit: number | null
  points: ServerUsagePoint[]
}

export const formatServerUsageNumberName = (path: readonly string[]) => path.join(' › ')

/** Returns the numbers of the newest reading with their earlier values; those with a limit first. */
export function toServerUsageSeries(readings: readonly ServerUsageReading[]): ServerUsageSeries[] {
  const newest = readings.at(-1)
  if (!newest) return []
  const parsed = readings.map(({ readAt, usage }) => ({
    at: readAt,
    used: new Map(parseServerUsage(usage).numbers.map(({ path, used }) => [formatServerUsageNumberName(path), used])),
  }))
  const all = parseServerUsage(newest.usage).numbers.map(({ path, limit }) => {
    const name = formatServerUsageNumberName(path)
    const points = parsed.flatMap(({ at, used }) => {
      const value = used.get(name)
      return value === undefined ? [] : [{ at, used: value }]
    })
    return { name, limit, points }
  })
  return [...all.filter(({ limit }) => limit !== null), ...all.filter(({ limit }) => limit === null)]
}

/** A point of the chart, as shares of its width and of its height from the top. */
export interface ChartPoint {
  x: number
  y: number
}

/**
 * Places points by their time and between the smallest and the largest value. A value that never changes is in the
 * middle.
 */
export function toChartPoints(points: readonly ServerUsagePoint[]): ChartPoint[] {
  const times = points.map(({ at }) => at)
  const values = points.map(({ used }) => used)
  const shareOf = (value: number, all: readonly number[]) => {
    const min = Math.min(...all)
    const max = Math.max(...all)
    return max === min ? 0.5 : (value - min) / (max - min)
  }
  return points.map(({ at, used }) => ({ x: shareOf(at, times), y: 1 - shareOf(used, values) }))
}
