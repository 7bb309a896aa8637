import { checkRecord } from '#shared/dns/record-rules/check-record.ts'
import { AppError } from '#shared/app-error.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { idna } from '#main/node-idna.ts'

/**
 * Throws `invalid_input` (details.issues: path, code, values, message) when the record breaks a rule of `shared/dns`.
 * `zone` null: the zone was not read yet, so only the record itself is checked. A deletion breaks no rule.
 */
export function assertRecordChangeFollowsRules(
  domain: string,
  change: RecordChange,
  zone: readonly ZoneRecord[] | null,
): void {
  if (change.kind === 'delete') return
  const findings = checkRecord(change.after, change.kind === 'change' ? change.before : null, { domain, zone, idna })
  const issues = findings.flatMap(({ field, code, severity, values }) =>
    severity === 'error' ? [{ path: field, code, values, message: `breaks the rule ${code}` }] : [],
  )
  if (issues.length === 0) return
  const text = issues.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new AppError('invalid_input', `The record cannot be written: ${text}`, { details: { issues } })
}
