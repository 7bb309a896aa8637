/** The kinds of desktop notifications, most urgent first. The user can switch off each of them. */
export const notificationKinds = [
  'orders_to_decide',
  'orders_stopped',
  'domains_expiring',
  'servers_expiring',
  'keys_expiring',
  'syncs_failing',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
