export const areas = ['overview', 'domains', 'servers', 'orders', 'logs', 'settings'] as const
export type AreaName = (typeof areas)[number]

/** Of an area as a whole: the list of orders opens without the filter for one run. */
export function routeOf(area: AreaName): { name: AreaName; query?: { run: '' } } {
  return { name: area, ...(area === 'orders' && { query: { run: '' } }) }
}
