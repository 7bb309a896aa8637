import { entryErrorCodes, fileErrorCodes, fileWarningCodes } from '#shared/dns/zone-file/zone-file-finding-codes.ts'
import { recordWarningCodes } from '#shared/dns/record-finding-codes.ts'
import type { PlanDomainFinding, PlanLineFinding, PlanSourceKind } from '#shared/ipc/plans.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** What a plan says about a domain. */
export function planFindingText(
  { scope, code, values }: Pick<PlanDomainFinding, 'scope' | 'code' | 'values'>,
  t: Translate,
): string {
  switch (scope) {
    case 'plan':
      return t(`plan.warning.${code}`, values)
    case 'setting': {
      const { field, status } = values
      return t(`plan.setting.${code}`, {
        ...values,
        ...(field !== undefined && { field: t(`domains.whois.field.${field}`) }),
        ...(status !== undefined && { status: t(`common.status.domain.${status}`) }),
      })
    }
    case 'record':
      return includes(recordWarningCodes, code) ? t(`dns.warning.${code}`, values) : t(`dns.invalid.${code}`, values)
  }
}

/** What a plan says about a line of a file. CSV files with changes and files with records share names of codes. */
export function planLineText({ code, values }: PlanLineFinding, sourceKind: PlanSourceKind, t: Translate): string {
  if (sourceKind === 'csv') return t(`plan.csv.${code}`, values)
  if (includes(fileErrorCodes, code) || includes(entryErrorCodes, code)) return t(`zoneFile.error.${code}`, values)
  if (includes(fileWarningCodes, code)) return t(`zoneFile.warning.${code}`, values)
  return t(`dns.invalid.${code}`, values)
}

function includes(codes: readonly string[], code: string): boolean {
  return codes.includes(code)
}
