import type { BuiltInTemplateTextKey } from '#shared/dns/templates/built-in-templates.ts'
import type { TemplateVariableFindingCode } from '#shared/dns/templates/template-finding.ts'
import type { TemplateVariableKind } from '#shared/dns/templates/zone-template.ts'

export const templates = {
  builtIn: {
    web: {
      name: 'Website on this server',
      description: 'A and AAAA records of the domain and www, with the addresses of the server.',
    },
    mail_here: {
      name: 'Mail on this server',
      description:
        'Records for mail at mail.(domain) on the server: MX, SPF, DMARC and, with a selector and a key, DKIM.',
    },
    mail_elsewhere: {
      name: 'Mail at another provider',
      description:
        'Records for a mail server of another provider: MX, SPF, DMARC and, with a selector and a key, DKIM.',
    },
    parked: {
      name: 'Parked',
      description: 'Addresses of one page for the domain and www, and records that say that the domain has no mail.',
    },
    no_mail: {
      name: 'No mail',
      description: 'Records that say that the domain receives no mail, and that mail in its name is to be rejected.',
    },
  } satisfies Record<BuiltInTemplateTextKey, { name: string; description: string }>,
  variable: {
    server_ipv4: 'IPv4 address of the server',
    server_ipv6: 'IPv6 address of the server',
    mail_host: 'Mail server (host name)',
    mail_priority: 'Priority of the mail server',
    dkim_selector: 'DKIM selector',
    dkim_key: 'DKIM public key',
    dmarc_address: 'Mail address for DMARC reports',
    spf_include: 'Domain of the provider’s SPF record',
  },
  kind: {
    ipv4: 'IPv4 address',
    ipv6: 'IPv6 address',
    host: 'Host name',
    priority: 'Priority',
    mail_address: 'Mail address',
    selector: 'DKIM selector',
    dkim_key: 'DKIM public key',
    text: 'Text',
  } satisfies Record<TemplateVariableKind, string>,
  invalid: {
    missing: 'Enter a value.',
    undeclared: 'The template uses the variable “{name}” but does not define it.',
    control: 'Remove line breaks and control characters.',
    ipv4: 'Not an IPv4 address. Example: 192.0.2.1',
    ipv6: 'Not an IPv6 address. Example: 2001:db8::1',
    host: 'Not a full host name. Example: mx.example.com',
    priority: 'Enter a whole number from {min} to {max}.',
    mailAddress: "Not a mail address. Example: dmarc{'@'}example.com",
    selector:
      'Not a DKIM selector. Use letters, digits, hyphens, underscores and dots, with no hyphen at the start or end of a part. Example: mail2026',
    dkimKey: 'Not a complete RSA public key in Base64.',
  } satisfies Record<TemplateVariableFindingCode, string>,
}
