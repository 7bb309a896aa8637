import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'

/** The API keys that the tests type. Unusual words, so that a search for them finds nothing else. */
export const secrets = {
  alpha: 'quokka-alpha-full-71Zr4',
  alphaRead: 'quokka-alpha-read-88Lm2',
  alphaOtherTool: 'quokka-alpha-other-tool-27Hs6',
  beta: 'quokka-beta-full-15Wd9',
  expired: 'quokka-old-expired-30Kp7',
  elsewhere: 'quokka-office-only-62Tn5',
  unknown: 'quokka-nobodys-key-49Xc1',
} as const

export const japaneseName = { punycode: 'xn--wgv71a119e.example', decoded: '日本語.example' }

const zone = [
  { type: 'A', host: '@', content: '192.0.2.10' },
  { type: 'A', host: 'www', content: '192.0.2.10' },
  { type: 'MX', host: '@', content: 'mail.alpha-shop.example', priority: 10 },
  { type: 'TXT', host: '@', content: 'v=spf1 include:spf.example -all' },
] as const

/**
 * A world so small that a complete sync fits into the first minute of every account's quota. `alpha` has three keys for
 * the same domains, one of them for changes without the app; `office` has a key limited to one IP address and an
 * expired key.
 */
export const smallWorld: WorldFile = {
  auth_block: null,
  users: [
    {
      name: 'alpha',
      keys: [
        { token: secrets.alpha, label: 'everything' },
        {
          token: secrets.alphaRead,
          label: 'reading',
          services: { domain: { permission_type: 'read' }, server: { permission_type: 'read' } },
        },
        { token: secrets.alphaOtherTool, label: 'other tool' },
      ],
      domains: [
        { domain_name: 'alpha-shop.example', records: [...zone] },
        { domain_name: 'alpha-mail.example', records: [{ type: 'A', host: '@', content: '192.0.2.20' }] },
        {
          domain_name: japaneseName.punycode,
          records: [{ type: 'CNAME', host: 'www', content: 'alpha-shop.example' }],
        },
        { domain_name: 'alpha-old.example', status: 'expired', expiry_date: '2020-01-31' },
      ],
      servers: [
        { server_id: 'alphaweb', memo: 'The shop runs here' },
        { server_id: 'alphanew', status: 'setup_pending' },
      ],
    },
    {
      name: 'beta',
      keys: [{ token: secrets.beta, label: 'everything' }],
      domains: [
        { domain_name: 'beta-blog.example', records: [{ type: 'A', host: '@', content: '198.51.100.7' }] },
        { domain_name: 'beta-wait.example', status: 'transferring' },
      ],
      servers: [{ server_id: 'betaweb', status: 'suspended' }],
    },
    {
      name: 'office',
      keys: [
        { token: secrets.elsewhere, label: 'office only', ip_allow: ['203.0.113.1'] },
        { token: secrets.expired, label: 'old', expires_at: '2021-01-01 00:00:00' },
      ],
    },
  ],
}
