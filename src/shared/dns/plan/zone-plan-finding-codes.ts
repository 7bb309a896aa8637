import type { RecordFinding } from '#shared/dns/record-rules/record-finding-codes.ts'

/**
 * What the user should know before a plan is sent. None of these warnings stops a plan. The user may intend the
 * described state, and the API description does not say that the service refuses it.
 */
export const zonePlanWarningCodes = [
  'zoneElsewhere',
  'zoneMixed',
  'zoneUnknown',
  'zoneUnread',
  'zoneUnreadable',
  'allDeleted',
  'manyTouched',
  'apexNsTouched',
  'apexMxRemoved',
  'unusedMxRemoved',
  'cnameConflict',
  'severalCnames',
  'targetMissing',
  'targetRemoved',
  'recordOutdated',
  'recordAlreadyGone',
] as const
export type ZonePlanWarningCode = (typeof zonePlanWarningCodes)[number]

/**
 * A warning about the whole plan, or a rule that one of its records breaks. `values`: placeholders of the code's text.
 */
export type ZonePlanFinding =
  | { scope: 'plan'; code: ZonePlanWarningCode; severity: 'warning'; values: Record<string, string | number> }
  /** `change`: the index of the change in the plan. */
  | ({ scope: 'record'; change: number } & RecordFinding)

export function createZonePlanWarning(
  code: ZonePlanWarningCode,
  values: Record<string, string | number> = {},
): Extract<ZonePlanFinding, { scope: 'plan' }> {
  return { scope: 'plan', code, severity: 'warning', values }
}
