/** The reasons why a detail is read, the most urgent first (ADR 38). */
export const detailReadReasons = [
  'on_screen',
  'changed_by_us',
  'written_by_key',
  'differs_from_list',
  'pending',
  'expiring_soon',
  'never_read',
  'stale',
] as const
export type DetailReadReason = (typeof detailReadReasons)[number]
