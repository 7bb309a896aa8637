import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { StoredIntent } from './stored-intent-schema.ts'
import { deriveOrderStatus, findOrderAcceptanceSource } from './derive-order-status.ts'

/** Leaves out the fields that only the main process needs, and adds what is derived from the others. */
export function toOrderIntentView(intent: StoredIntent): OrderIntentView {
  const { version: _, baseUrl: __, body: ___, sealed: ____, sendings: _____, knownServers: ______, ...view } = intent
  return { ...view, status: deriveOrderStatus(intent), acceptanceSource: findOrderAcceptanceSource(intent) }
}
