import type { EndpointName } from '#shared/api/endpoints.ts'

/** The route of the screen that plans, confirms and sends each paid operation. */
export const appPagesForPaidOperations = {
  'server.order': { name: 'orders-server' },
  'domain.acquire': { name: 'orders-acquire' },
  'domain.transfer': { name: 'orders-transfer' },
  'domain.renew': { name: 'orders-renew' },
} satisfies Partial<Record<EndpointName, { name: string }>>
