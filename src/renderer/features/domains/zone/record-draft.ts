import { fieldRules } from '#shared/api/limits.ts'
import { recordTypes, type RecordType } from '#shared/api/domain.ts'
import { recordDraftSchema, type RecordDraft } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/ipc/inventory.ts'

export type RecordField = keyof RecordDraft
export const recordFields = ['type', 'host', 'content', 'ttl', 'priority'] as const satisfies readonly RecordField[]

/** A record while it is being written: a number field may be empty. */
export interface RecordInput {
  type: string
  host: string
  content: string
  ttl: number | null
  priority: number | null
}

/** What is wrong with one field: the key of its text under `dns.invalid`, and the values in it. */
export interface Problem {
  text: 'type' | 'hostEmpty' | 'hostLong' | 'contentEmpty' | 'contentLong' | 'ttl' | 'priority'
  values: Record<string, string | number>
}

const { dnsHost, dnsContent, dnsTtl, dnsPriority } = fieldRules

export function emptyInput(): RecordInput {
  return { type: 'A', host: '', content: '', ttl: dnsTtl.default, priority: dnsPriority.default }
}

export function inputOf({ type, host, content, ttl, priority }: ZoneRecord): RecordInput {
  return { type, host, content, ttl, priority }
}

export function isEditableType(type: string): type is RecordType {
  return (recordTypes as readonly string[]).includes(type)
}

/** The priority is read for these types only; the others hold 0. Section "DNS record" of the API description. */
export function usesPriority(type: string): boolean {
  return type === 'MX' || type === 'SRV'
}

/** The draft to send, or what is wrong with each field. */
export function checkInput(input: RecordInput): { draft: RecordDraft; problems: null } | { draft: null; problems: Partial<Record<RecordField, Problem>> } {
  const trimmed = { ...input, host: input.host.trim(), content: input.content.trim() }
  const parsed = recordDraftSchema.safeParse(trimmed)
  if (parsed.success) return { draft: parsed.data, problems: null }
  const fields = new Set(parsed.error.issues.map((issue) => issue.path[0]))
  const problems = Object.fromEntries(recordFields.filter((field) => fields.has(field)).map((field) => [field, problemOf(field, trimmed)]))
  return { draft: null, problems }
}

function problemOf(field: RecordField, { host, content }: RecordInput): Problem {
  switch (field) {
    case 'type':
      return { text: 'type', values: { types: recordTypes.join(', ') } }
    case 'host':
      return host === '' ? { text: 'hostEmpty', values: {} } : { text: 'hostLong', values: { n: host.length, max: dnsHost.max } }
    case 'content':
      return content === '' ? { text: 'contentEmpty', values: {} } : { text: 'contentLong', values: { n: content.length, max: dnsContent.max } }
    case 'ttl':
      return { text: 'ttl', values: { min: dnsTtl.min, max: dnsTtl.max } }
    case 'priority':
      return { text: 'priority', values: { min: dnsPriority.min, max: dnsPriority.max } }
  }
}

/** The fields in which two records differ. */
export function changedFields(before: RecordInput, after: RecordInput): RecordField[] {
  return recordFields.filter((field) => before[field] !== after[field])
}

/** The whole name that a host stands for, e.g. `www` in `example.jp`: `www.example.jp`. */
export function fullName(host: string, domain: string): string {
  return host === '@' || host === '' ? domain : `${host}.${domain}`
}
