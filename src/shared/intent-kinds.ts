export const intentKinds = ['order', 'acquire', 'transfer', 'renew'] as const
export type IntentKind = (typeof intentKinds)[number]
