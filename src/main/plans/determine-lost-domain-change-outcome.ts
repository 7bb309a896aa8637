import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import {
  determineLostRecordChangeOutcome,
  type OutcomeOfChangeWithLostAnswer,
} from '#main/dns/determine-outcome-of-record-change-without-answer.ts'
import type { DomainZoneAndSettings } from './domain-zone-and-settings.ts'
import { pickWhoisFieldsInOrder } from './plan-domain-setting-changes.ts'
import { isRecordChange, type DomainSettingChange } from './domain-change-predicates.ts'
import { findAddedRecord } from './find-record-written-by-change.ts'

/** The parts of a domain that a reading shows. A part that was not read is null. */
export type DomainPartsInReading = Pick<DomainZoneAndSettings, 'zone' | 'nameservers' | 'lock' | 'whois'>

/**
 * Determines the outcome of a change whose answer was lost, from the state read after it. `expected`: the zone before
 * the change.
 */
export function determineOutcomeOfChangeWithLostAnswer(
  change: DomainChange,
  expected: readonly ZoneRecord[],
  state: DomainPartsInReading,
): OutcomeOfChangeWithLostAnswer {
  if (!isRecordChange(change)) return isSettingMade(change, state) ? 'done' : 'not_done'
  const zone = state.zone ?? []
  const outcome = determineLostRecordChangeOutcome(expected, zone, change)
  // The service may have stored an added record in another spelling.
  return outcome === 'unclear' && change.kind === 'add' && findAddedRecord(change, expected, zone) ? 'done' : outcome
}

/** Returns whether the state shows the effect of a change, whoever made it. */
export function doesDomainShowChange(change: DomainChange, state: DomainZoneAndSettings): boolean {
  const zone = state.zone ?? []
  switch (change.kind) {
    case 'add':
      return zone.some((record) => hasSameRecordFields(record, change.after))
    case 'change':
      return zone.some((record) => record.id === change.before.id && hasSameRecordFields(record, change.after))
    case 'delete':
      return !zone.some(({ id }) => id === change.before.id)
    default:
      return isSettingMade(change, state)
  }
}

function isSettingMade(change: DomainSettingChange, { nameservers, lock, whois }: DomainPartsInReading): boolean {
  switch (change.kind) {
    case 'nameservers':
      return nameservers !== null && hasSameNameservers(nameservers, change.after)
    case 'lock':
      return lock?.locked === change.after
    case 'whois': {
      const { whois_privacy, fields = {} } = change.after
      const known: Record<string, string> = pickWhoisFieldsInOrder(whois?.fields)
      return (
        (whois_privacy === undefined || whois?.whois_privacy === whois_privacy) &&
        Object.entries(fields).every(([field, value]) => known[field] === value)
      )
    }
  }
}
