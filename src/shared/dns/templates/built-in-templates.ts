import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { TemplateContent, TemplateRecord, TemplateVariable } from './zone-template.ts'

/**
 * The IDs of the built-in templates. The renderer has texts for their names and descriptions; the part of the ID after
 * the colon is the text key. No ID of a user's own template contains a colon.
 */
export const builtInTemplateIds = [
  'builtin:web',
  'builtin:mail_here',
  'builtin:mail_elsewhere',
  'builtin:parked',
  'builtin:no_mail',
] as const
export type BuiltInTemplateId = (typeof builtInTemplateIds)[number]
export type BuiltInTemplateTextKey = BuiltInTemplateId extends `builtin:${infer Name}` ? Name : never

const record = (
  type: TemplateRecord['type'],
  host: string,
  content: string,
  rest: Partial<TemplateRecord> = {},
): TemplateRecord => ({ type, host, content, ttl: requestFieldRules.dnsTtl.default, priority: 0, ...rest })

const required = (name: string, kind: TemplateVariable['kind'], value = ''): TemplateVariable => ({
  name,
  kind,
  isOptional: false,
  default: value,
})
const optional = (name: string, kind: TemplateVariable['kind'], value = ''): TemplateVariable => ({
  ...required(name, kind, value),
  isOptional: true,
})

const serverVariables = [required('server_ipv4', 'ipv4'), optional('server_ipv6', 'ipv6')]
const mailVariables = [
  required('mail_priority', 'priority', '10'),
  optional('dkim_selector', 'selector'),
  optional('dkim_key', 'dkim_key'),
  optional('dmarc_address', 'mail_address'),
]

const addressesOf = (...hosts: string[]) =>
  hosts.flatMap((host) => [record('A', host, '{server_ipv4}'), record('AAAA', host, '{server_ipv6}')])

/** DKIM needs both of its variables. DMARC starts with the policy none, so that no mail is lost. */
const signatureRecords = [
  record('TXT', '{dkim_selector}._domainkey', 'v=DKIM1; k=rsa; p={dkim_key}'),
  record('TXT', '_dmarc', 'v=DMARC1; p=none; rua=mailto:{dmarc_address}'),
  record('TXT', '_dmarc', 'v=DMARC1; p=none', { unless: 'dmarc_address' }),
]

/** The domain neither receives (RFC 7505) nor sends mail. An empty key revokes every DKIM selector. */
const noMailRecords = [
  record('MX', '@', '.'),
  record('TXT', '@', 'v=spf1 -all'),
  record('TXT', '*._domainkey', 'v=DKIM1; p='),
  record('TXT', '_dmarc', 'v=DMARC1; p=reject; sp=reject; adkim=s; aspf=s'),
]

export const builtInTemplates: Readonly<Record<BuiltInTemplateId, TemplateContent>> = {
  'builtin:web': { variables: serverVariables, records: addressesOf('@', 'www') },
  'builtin:mail_here': {
    variables: [...serverVariables, ...mailVariables],
    records: [
      ...addressesOf('mail'),
      record('MX', '@', 'mail.{domain}', { priority: '{mail_priority}' }),
      record('TXT', '@', 'v=spf1 mx ~all'),
      ...signatureRecords,
    ],
  },
  'builtin:mail_elsewhere': {
    variables: [required('mail_host', 'host'), ...mailVariables, optional('spf_include', 'host')],
    records: [
      record('MX', '@', '{mail_host}', { priority: '{mail_priority}' }),
      record('TXT', '@', 'v=spf1 include:{spf_include} ~all'),
      record('TXT', '@', 'v=spf1 mx ~all', { unless: 'spf_include' }),
      ...signatureRecords,
    ],
  },
  'builtin:parked': { variables: serverVariables, records: [...addressesOf('@', 'www'), ...noMailRecords] },
  'builtin:no_mail': { variables: [], records: noMailRecords },
}

export function isBuiltInTemplateId(id: string): id is BuiltInTemplateId {
  return (builtInTemplateIds as readonly string[]).includes(id)
}
