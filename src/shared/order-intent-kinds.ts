/** `acquire` is the service's word for the registration of a domain. */
export const orderIntentKinds = ['order', 'acquire', 'transfer', 'renew'] as const
export type OrderIntentKind = (typeof orderIntentKinds)[number]
