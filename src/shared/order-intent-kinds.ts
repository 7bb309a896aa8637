export const orderIntentKinds = ['order', 'acquire', 'transfer', 'renew'] as const
export type OrderIntentKind = (typeof orderIntentKinds)[number]
