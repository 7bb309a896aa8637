import { z } from 'zod'
import type { AppError, WireError } from '#shared/app-error.ts'
import { i18n } from '#renderer/text/i18n.ts'

/** The format that main sends. Errors stored by an older version have no codes. */
const issuesSchema = z
  .array(
    z.object({
      path: z.string(),
      code: z.string().catch('other'),
      values: z.record(z.string(), z.union([z.string(), z.number()])).catch({}),
    }),
  )
  .catch([])

/** Returns one sentence for each field of a rejected input. Empty if main names no field. */
export function describeInputIssues({ details }: AppError | WireError): string[] {
  return issuesSchema.parse(details['issues']).map(({ path, code, values }) => {
    const rule = textOf([`errors.issue.${code}`, `dns.invalid.${code}`], values) ?? i18n.global.t('errors.issue.other')
    const field = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
    return field === ''
      ? rule
      : i18n.global.t('errors.issueOf', { field: textOf([`errors.field.${snakeToCamel(field)}`], {}) ?? field, rule })
  })
}

function textOf(keys: readonly string[], values: Record<string, string | number>): string | null {
  const key = keys.find((one) => i18n.global.te(one))
  return key === undefined ? null : i18n.global.t(key, values)
}

/** Endpoints use `partner_code` where a command uses `partnerCode`. */
function snakeToCamel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
