import type { PlanWarningCode } from '#shared/dns/plan-finding-codes.ts'

export const plan = {
  warning: {
    zoneElsewhere: 'These records have no effect: the name servers are {names}.',
    zoneMixed: 'These records are only partly in effect: some name servers are not of this service ({names}).',
    zoneUnknown: 'The name servers are not known, so these records may have no effect.',
    allDeleted: 'All {n} records of the zone will be deleted.',
    manyTouched: '{n} of {total} records will be changed or deleted ({percent}%).',
    apexNsTouched: 'NS records of the domain itself will change. This does not change the name servers of the domain.',
    apexMxRemoved: 'The domain will have no MX record. Mail to the domain may no longer arrive.',
    cnameConflict:
      '{host} will have a CNAME beside other records ({types}). A CNAME must be the only record of a host.',
    targetMissing: '{type} {host} will point to {target}, which has no record in this zone.',
  } satisfies Record<PlanWarningCode, string>,
}
