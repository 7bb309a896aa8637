/** The screen that does what a paid operation does. */
export function findOrderRoute(path: string): 'orders-renew' | 'orders-transfer' | 'orders-acquire' | 'orders-server' {
  const parts = path.toLowerCase().split('/')
  if (parts.includes('server')) return 'orders-server'
  if (parts.at(-1) === 'renew') return 'orders-renew'
  return parts.at(-1) === 'transfer' ? 'orders-transfer' : 'orders-acquire'
}
