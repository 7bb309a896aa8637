import type { LoggedChange } from '#shared/ipc/change-log.ts'
import {
  describeDomainChangeInOneLine,
  type DomainChangeSummary,
} from '#renderer/features/change-plans/describe-domain-change-in-one-line.ts'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

/** Names the change that was sent, whatever its result; for example "Add record" or "Install WordPress". */
export function describeLoggedChangeKind(change: LoggedChange, t: Translate): string {
  return change.kind === 'server' ? t(`activity.operation.${change.operation}`) : t(`activity.kind.${change.kind}`)
}

/** Returns the texts of one change of a domain or a server, for a line of a list. */
export function describeLoggedChange(change: LoggedChange, t: Translate): DomainChangeSummary {
  if (change.kind === 'console') return { subject: `${change.method} ${change.path}`, before: null, after: null }
  if (change.kind !== 'server') return describeDomainChangeInOneLine(change, t)
  const { subject } = change
  const operation = describeLoggedChangeKind(change, t)
  const translateValue = (value: string | null) =>
    change.operation === 'setSsh' && (value === 'on' || value === 'off') ? t(`common.${value}`) : value
  return {
    subject: subject === null ? operation : `${operation}: ${subject}`,
    before: translateValue(change.before),
    after: translateValue(change.after),
  }
}

/** Requested values whose effect could not be checked afterwards; null if there are none. */
export function getUnverifiedRequestedValues(change: LoggedChange): string | null {
  return change.kind === 'server' ? change.unproved : null
}
