import { orderIntentKinds } from '#shared/order-intent-kinds.ts'
import { shownOrderEvents } from '#shared/ipc/get-shown-order-event.ts'
import { orderAcceptanceSources, orderIntentHoldReasons, shownOrderStatuses } from '#shared/ipc/order-intent-schemas.ts'
import { getShownOrderEventTextKey } from '#renderer/features/orders/get-order-event-and-response-text-keys.ts'
import { common } from '#renderer/text/en/common.ts'
import { ordersCsvExport } from '#renderer/text/en/orders-csv-export.ts'
import { orders } from '#renderer/text/en/orders.ts'

/** Headings and value texts of the CSV export, in the current language. */
export function translateOrdersCsvLabels(
  t: (key: string, values?: Record<string, unknown>) => string,
): Record<string, string> {
  // Main replaces `{value}` with the observed value.
  const template = (key: string) => t(key, { value: '{value}' })
  return Object.fromEntries([
    ...Object.keys(ordersCsvExport.heading).map((name) => [`heading.${name}`, t(`orders.csv.heading.${name}`)]),
    ...orderIntentKinds.map((kind) => [`kind.${kind}`, t(`orders.kind.${kind}`)]),
    ...shownOrderStatuses.map((status) => [`status.${status}`, t(`orders.status.${status}`)]),
    ...orderAcceptanceSources.map((source) => [
      `acceptanceSource.${source}`,
      t(`orders.csv.acceptanceSource.${source}`),
    ]),
    ...orderIntentHoldReasons.map((reason) => [`hold.${reason}`, withoutFullStop(t(`orders.hold.${reason}.title`))]),
    ['hold.no_money', withoutFullStop(t('orders.heldForBalance.title'))],
    ...Object.keys(orders.fact).map((name) => [`fact.${name}`, template(`orders.fact.${name}`)]),
    ...Object.keys(ordersCsvExport.fact).map((name) => [`fact.${name}`, template(`orders.csv.fact.${name}`)]),
    ...Object.keys(ordersCsvExport.stop).map((how) => [`stop.${how}`, t(`orders.csv.stop.${how}`)]),
    ...(['domain', 'server'] as const).flatMap((service) =>
      Object.keys(common.status[service]).map((status) => [
        `becomes.${service}.${status}`,
        t(`common.status.${service}.${status}`),
      ]),
    ),
    ['answer.true', t('common.yes')],
    ['answer.false', t('common.no')],
    ...shownOrderEvents.map((event) => [`event.${event}`, t(getShownOrderEventTextKey(event))]),
  ])
}

/** In the window, these texts are sentences. The other cells of the file are not. */
function withoutFullStop(text: string): string {
  return text.replace(/[.。]$/, '')
}
