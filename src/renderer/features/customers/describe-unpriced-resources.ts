import type { ComposerTranslation } from 'vue-i18n'
import { unknownPriceReasons, type CustomerSummary } from '#shared/ipc/customers.ts'

/** Says what the sum of renewal prices does not contain. Returns one text for each reason. */
export function describeUnpricedResources(
  {
    unpriced,
    servers,
    notRead,
    ofUnknownAccount,
  }: Pick<CustomerSummary, 'unpriced' | 'servers' | 'notRead' | 'ofUnknownAccount'>,
  t: ComposerTranslation,
  locale: string,
): string[] {
  const counts = { ...unpriced, server: servers, notRead, ofUnknownAccount }
  return ([...unknownPriceReasons, 'notRead', 'ofUnknownAccount'] as const)
    .filter((reason) => counts[reason] > 0)
    .map((reason) => t(`customers.cost.${reason}`, { n: counts[reason].toLocaleString(locale) }, counts[reason]))
}
