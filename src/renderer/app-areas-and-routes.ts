export const areas = ['overview', 'domains', 'servers', 'orders', 'activity', 'logs', 'console', 'settings'] as const
export type AreaName = (typeof areas)[number]

/** Returns the route of an area. The order list opens without the filter for one run. */
export function getAreaRoute(area: AreaName): { name: AreaName; query?: { run: '' } } {
  return { name: area, ...(area === 'orders' && { query: { run: '' } }) }
}
