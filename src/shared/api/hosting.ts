import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { servernameSchema } from './server.ts'

/**
 * Server information. The document names these fields but not their shapes: what they hold is kept as it came.
 */
export const serverInfoSchema = z.looseObject({
  ip_address: z.unknown().optional(),
  name_servers: z.unknown().optional(),
  php_versions: z.unknown().optional(),
  db_versions: z.unknown().optional(),
  domain_validation_token: z.unknown().optional(),
})
export type ServerInformation = z.infer<typeof serverInfoSchema>

const of = { servername: servernameSchema }
const ofDomain = { ...of, domain: z.string().min(1) }
/** The type of these ids is not shown: both are taken. */
const id = z.union([z.string().min(1), z.number().int()])

/** What every entry of this area shares. */
const common = { service: 'server', category: null, limit: 'server' } as const

const name = 'banto01.simulator.example'

/** The named part of server management. Most answers are not shown and stay raw JSON. Section "Server management". */
export const hosting = {
  info: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/server/{servername}/server-info',
    scope: 'read',
    effect: 'read',
    answer: 'serverInformation',
    input: z.strictObject(of),
    output: serverInfoSchema,
    example: { input: { servername: name }, output: { ip_address: '192.0.2.1', name_servers: ['ns1.simulator.example'] } },
  }),

  usage: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/server/{servername}/server-info/usage',
    scope: 'read',
    effect: 'read',
    input: z.strictObject(of),
    output: z.unknown(),
    example: { input: { servername: name }, output: {} },
  }),

  domains: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/server/{servername}/domain',
    scope: 'read',
    effect: 'read',
    answer: 'list',
    input: z.strictObject(of),
    output: z.unknown(),
    example: { input: { servername: name }, output: {} },
  }),

  domain: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/server/{servername}/domain/{domain}',
    scope: 'read',
    effect: 'read',
    input: z.strictObject(ofDomain),
    output: z.looseObject({ url: z.string().optional() }),
    example: { input: { servername: name, domain: 'example.com' }, output: { url: 'https://example.com/' } },
  }),

  addDomain: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/server/{servername}/domain',
    scope: 'write',
    effect: 'once',
    settledBy: 'hosting.domains',
    input: z.strictObject({ ...ofDomain, ssl: z.boolean().optional(), redirect_https: z.boolean().optional() }),
    /** `failed_nameserver` is a known value of `ssl_status`. */
    output: z.looseObject({ ssl_status: z.string().nullable().optional() }),
    example: {
      input: { servername: name, domain: 'example.com', ssl: true, redirect_https: true },
      output: { ssl_status: 'failed_nameserver' },
    },
  }),

  resetDomain: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/server/{servername}/domain/{domain}/reset',
    scope: 'write',
    /** Destroys what was put there since: a second one is never harmless. */
    effect: 'once',
    settledBy: 'hosting.domain',
    input: z.strictObject(ofDomain),
    output: z.unknown(),
    example: { input: { servername: name, domain: 'example.com' }, output: {} },
  }),

  subdomains: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/server/{servername}/subdomain',
    scope: 'read',
    effect: 'read',
    answer: 'list',
    input: z.strictObject(of),
    output: z.unknown(),
    example: { input: { servername: name }, output: {} },
  }),

  addSubdomain: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/server/{servername}/subdomain',
    scope: 'write',
    effect: 'once',
    settledBy: 'hosting.subdomains',
    input: z.strictObject({
      ...of,
      /** The whole name: `blog.example.com`. */
      subdomain: z.string().min(1),
      ssl: z.boolean().optional(),
    }),
    output: z.unknown(),
    example: { input: { servername: name, subdomain: 'blog.example.com', ssl: true }, output: {} },
  }),

  wordpress: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/server/{servername}/wp',
    scope: 'read',
    effect: 'read',
    answer: 'list',
    input: z.strictObject({
      ...of,
      /** A parent domain, not a subdomain. */
      domain: z.string().min(1).optional(),
    }),
    output: z.looseObject({ wordpress: z.array(z.looseObject({ url: z.string().optional() })).optional() }),
    example: { input: { servername: name }, output: { wordpress: [{ url: 'https://example.com/' }] } },
  }),

  installWordpress: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/server/{servername}/wp',
    scope: 'write',
    effect: 'once',
    settledBy: 'hosting.wordpress',
    input: z.strictObject({
      ...of,
      url: z.string().min(1),
      title: z.string().min(1),
      admin_username: z.string().min(1),
      admin_password: z.string().min(1),
      admin_email: z.string().min(1),
    }),
    output: z.unknown(),
    example: {
      input: {
        servername: name,
        url: 'https://example.com/',
        title: 'Example',
        admin_username: 'keeper',
        admin_password: 'not-a-real-password',
        admin_email: 'keeper@example.com',
      },
      output: {},
    },
  }),

  deleteWordpress: endpoint({
    ...common,
    method: 'DELETE',
    path: '/v1/server/{servername}/wp/{wp_id}',
    scope: 'write',
    effect: 'once',
    settledBy: 'hosting.wordpress',
    input: z.strictObject({
      ...of,
      wp_id: id,
      delete_db: z.boolean().default(true),
      delete_db_user: z.boolean().default(false),
      delete_cron: z.boolean().default(true),
    }),
    output: z.unknown(),
    example: { input: { servername: name, wp_id: 1, delete_db: false }, output: {} },
  }),

  addDatabase: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/server/{servername}/db',
    scope: 'write',
    effect: 'once',
    /** No list of databases is shown; the counts of settings are the nearest read. */
    settledBy: 'hosting.usage',
    input: z.strictObject({ ...of, name_suffix: z.string().min(1), character_set: z.string().min(1) }),
    output: z.unknown(),
    example: { input: { servername: name, name_suffix: 'shop', character_set: 'utf8mb4' }, output: {} },
  }),

  addDatabaseUser: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/server/{servername}/db/user',
    scope: 'write',
    effect: 'once',
    settledBy: 'hosting.usage',
    input: z.strictObject({ ...of, name_suffix: z.string().min(1), password: z.string().min(1) }),
    output: z.unknown(),
    example: { input: { servername: name, name_suffix: 'shop', password: 'not-a-real-password' }, output: {} },
  }),

  grantDatabase: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/server/{servername}/db/user/{db_user}/grant',
    scope: 'write',
    effect: 'repeatable',
    input: z.strictObject({ ...of, db_user: z.string().min(1), db_name: z.string().min(1) }),
    output: z.unknown(),
    example: { input: { servername: name, db_user: 'banto01_shop', db_name: 'banto01_shop' }, output: {} },
  }),

  ssh: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/server/{servername}/ssh',
    scope: 'read',
    effect: 'read',
    input: z.strictObject(of),
    output: z.unknown(),
    example: { input: { servername: name }, output: {} },
  }),

  setSsh: endpoint({
    ...common,
    method: 'PUT',
    path: '/v1/server/{servername}/ssh',
    scope: 'write',
    effect: 'repeatable',
    input: z.strictObject({ ...of, ssh_enabled: z.boolean() }),
    output: z.unknown(),
    example: { input: { servername: name, ssh_enabled: true }, output: {} },
  }),

  sshKeys: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/server/{servername}/ssh/key',
    scope: 'read',
    effect: 'read',
    answer: 'list',
    input: z.strictObject(of),
    output: z.unknown(),
    example: { input: { servername: name }, output: {} },
  }),

  addSshKey: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/server/{servername}/ssh/key',
    scope: 'write',
    effect: 'once',
    settledBy: 'hosting.sshKeys',
    input: z
      .strictObject({
        ...of,
        public_key: z.string().min(1).optional(),
        label: z.string().min(1).optional(),
        /** The service makes the pair; the private key is in this answer and in no other. */
        generate: z.boolean().optional(),
      })
      .superRefine(({ public_key, label, generate }, context) => {
        if (generate === true) return
        if (public_key === undefined) context.addIssue({ code: 'custom', path: ['public_key'], message: 'public_key or generate is needed' })
        if (label === undefined) context.addIssue({ code: 'custom', path: ['label'], message: 'needed with public_key' })
      }),
    output: z.unknown(),
    example: { input: { servername: name, generate: true }, output: {} },
  }),

  deleteSshKey: endpoint({
    ...common,
    method: 'DELETE',
    path: '/v1/server/{servername}/ssh/key/{key_id}',
    scope: 'write',
    effect: 'once',
    settledBy: 'hosting.sshKeys',
    input: z.strictObject({ ...of, key_id: id }),
    output: z.unknown(),
    example: { input: { servername: name, key_id: 1 }, output: {} },
  }),

  errorLog: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/server/{servername}/error-log',
    scope: 'read',
    effect: 'read',
    answer: 'lines',
    input: z.strictObject({ ...ofDomain, lines: z.number().int().min(1).optional() }),
    output: z.unknown(),
    example: { input: { servername: name, domain: 'example.com', lines: 100 }, output: {} },
  }),

  clearCache: endpoint({
    ...common,
    method: 'DELETE',
    path: '/v1/server/{servername}/server-cache/{domain}/cache',
    scope: 'write',
    effect: 'repeatable',
    input: z.strictObject(ofDomain),
    output: z.unknown(),
    example: { input: { servername: name, domain: 'example.com' }, output: {} },
  }),
}
