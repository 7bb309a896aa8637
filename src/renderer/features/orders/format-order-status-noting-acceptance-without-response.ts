import type { ComposerTranslation } from 'vue-i18n'
import type { OrderAcceptanceSource } from '#shared/ipc/order-intent-schemas.ts'

/** Returns the text of a status. It says so if no response of the service confirms that the order was accepted. */
export function formatOrderStatusNotingAcceptanceWithoutResponse(
  status: string,
  acceptanceSource: OrderAcceptanceSource | null,
  t: ComposerTranslation,
): string {
  return acceptanceSource === null || acceptanceSource === 'response'
    ? status
    : t(`orders.acceptedWithoutResponse.${acceptanceSource}.status`, { status })
}
