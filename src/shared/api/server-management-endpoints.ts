import { z } from 'zod'
import { defineEndpoint } from './define-endpoint.ts'
import { servernameSchema } from './server-contract-and-order-endpoints.ts'

/**
 * Server information. The API description names these fields but not their shapes, so their values are kept as
 * received.
 */
export const serverInformationSchema = z.looseObject({
  ip_address: z.unknown().optional(),
  name_servers: z.unknown().optional(),
  php_versions: z.unknown().optional(),
  db_versions: z.unknown().optional(),
  domain_validation_token: z.unknown().optional(),
})
export type ServerInformation = z.infer<typeof serverInformationSchema>

/**
 * A value of `ssl_status` (API description, section "Server management"): there is no certificate because of the name
 * servers.
 */
export const sslStatusFailedNameserver = 'failed_nameserver'

/**
 * Returns true if a value of `ssl_status` says that SSL was not set up. Other failures than the described one are
 * recognized by their first letters.
 */
export function isFailedSslStatus(status: string): boolean {
  return status.toLowerCase().startsWith('fail')
}

const ofServer = { servername: servernameSchema }
const ofDomain = { ...ofServer, domain: z.string().min(1) }
/** The API description does not show the type of these ids, so strings and integers are accepted. */
const idSchema = z.union([z.string().min(1), z.number().int()])

/** The fields that all entries of this area have in common. */
const commonFields = { service: 'server', category: null, limit: 'server' } as const

const exampleServername = 'banto01.simulator.example'

/**
 * The endpoints of server management that the API description names (section "Server management"). It does not show
 * most of their responses, so these are kept as raw JSON.
 */
export const hostingEndpoints = {
  info: defineEndpoint({
    ...commonFields,
    method: 'GET',
    path: '/v1/server/{servername}/server-info',
    scope: 'read',
    idempotency: 'read',
    responseSize: 'serverInformation',
    input: z.strictObject(ofServer),
    output: serverInformationSchema,
    example: {
      input: { servername: exampleServername },
      output: { ip_address: '192.0.2.1', name_servers: ['ns1.simulator.example'] },
    },
  }),

  usage: defineEndpoint({
    ...commonFields,
    method: 'GET',
    path: '/v1/server/{servername}/server-info/usage',
    scope: 'read',
    idempotency: 'read',
    input: z.strictObject(ofServer),
    output: z.unknown(),
    example: { input: { servername: exampleServername }, output: {} },
  }),

  domains: defineEndpoint({
    ...commonFields,
    method: 'GET',
    path: '/v1/server/{servername}/domain',
    scope: 'read',
    idempotency: 'read',
    responseSize: 'list',
    input: z.strictObject(ofServer),
    output: z.unknown(),
    example: { input: { servername: exampleServername }, output: {} },
  }),

  domain: defineEndpoint({
    ...commonFields,
    method: 'GET',
    path: '/v1/server/{servername}/domain/{domain}',
    scope: 'read',
    idempotency: 'read',
    input: z.strictObject(ofDomain),
    output: z.looseObject({ url: z.string().optional() }),
    example: {
      after: ['hosting.addDomain'],
      input: { servername: exampleServername, domain: 'example.com' },
      output: { url: 'https://example.com/' },
    },
  }),

  addDomain: defineEndpoint({
    ...commonFields,
    method: 'POST',
    path: '/v1/server/{servername}/domain',
    scope: 'write',
    idempotency: 'once',
    settledBy: 'hosting.domains',
    input: z.strictObject({ ...ofDomain, ssl: z.boolean().optional(), redirect_https: z.boolean().optional() }),
    /** `sslStatusFailedNameserver` is a known value of `ssl_status`. */
    output: z.looseObject({ ssl_status: z.string().nullable().optional() }),
    example: {
      input: { servername: exampleServername, domain: 'example.com', ssl: true, redirect_https: true },
      output: { ssl_status: sslStatusFailedNameserver },
    },
  }),

  resetDomain: defineEndpoint({
    ...commonFields,
    method: 'POST',
    path: '/v1/server/{servername}/domain/{domain}/reset',
    scope: 'write',
    /** A second reset would delete what was uploaded after the first one. */
    idempotency: 'once',
    settledBy: 'hosting.domain',
    input: z.strictObject(ofDomain),
    output: z.unknown(),
    example: {
      after: ['hosting.addDomain'],
      input: { servername: exampleServername, domain: 'example.com' },
      output: {},
    },
  }),

  subdomains: defineEndpoint({
    ...commonFields,
    method: 'GET',
    path: '/v1/server/{servername}/subdomain',
    scope: 'read',
    idempotency: 'read',
    responseSize: 'list',
    input: z.strictObject(ofServer),
    output: z.unknown(),
    example: { input: { servername: exampleServername }, output: {} },
  }),

  addSubdomain: defineEndpoint({
    ...commonFields,
    method: 'POST',
    path: '/v1/server/{servername}/subdomain',
    scope: 'write',
    idempotency: 'once',
    settledBy: 'hosting.subdomains',
    input: z.strictObject({
      ...ofServer,
      /** The full name, such as `blog.example.com`. */
      subdomain: z.string().min(1),
      ssl: z.boolean().optional(),
    }),
    output: z.unknown(),
    example: {
      after: ['hosting.addDomain'],
      input: { servername: exampleServername, subdomain: 'blog.example.com', ssl: true },
      output: {},
    },
  }),

  wordpress: defineEndpoint({
    ...commonFields,
    method: 'GET',
    path: '/v1/server/{servername}/wp',
    scope: 'read',
    idempotency: 'read',
    responseSize: 'list',
    input: z.strictObject({
      ...ofServer,
      /** A parent domain, not a subdomain. */
      domain: z.string().min(1).optional(),
    }),
    output: z.looseObject({ wordpress: z.array(z.looseObject({ url: z.string().optional() })).optional() }),
    example: {
      after: ['hosting.addDomain', 'hosting.installWordpress'],
      input: { servername: exampleServername },
      output: { wordpress: [{ url: 'https://example.com/' }] },
    },
  }),

  installWordpress: defineEndpoint({
    ...commonFields,
    method: 'POST',
    path: '/v1/server/{servername}/wp',
    scope: 'write',
    idempotency: 'once',
    settledBy: 'hosting.wordpress',
    input: z.strictObject({
      ...ofServer,
      url: z.string().min(1),
      title: z.string().min(1),
      admin_username: z.string().min(1),
      admin_password: z.string().min(1),
      admin_email: z.string().min(1),
    }),
    output: z.unknown(),
    example: {
      after: ['hosting.addDomain'],
      input: {
        servername: exampleServername,
        url: 'https://example.com/',
        title: 'Example',
        admin_username: 'keeper',
        admin_password: 'not-a-real-password',
        admin_email: 'keeper@example.com',
      },
      output: {},
    },
  }),

  deleteWordpress: defineEndpoint({
    ...commonFields,
    method: 'DELETE',
    path: '/v1/server/{servername}/wp/{wp_id}',
    scope: 'write',
    idempotency: 'once',
    settledBy: 'hosting.wordpress',
    input: z.strictObject({
      ...ofServer,
      wp_id: idSchema,
      delete_db: z.boolean().default(true),
      delete_db_user: z.boolean().default(false),
      delete_cron: z.boolean().default(true),
    }),
    output: z.unknown(),
    example: {
      after: ['hosting.addDomain', 'hosting.installWordpress'],
      input: { servername: exampleServername, wp_id: 1, delete_db: false },
      output: {},
    },
  }),

  addDatabase: defineEndpoint({
    ...commonFields,
    method: 'POST',
    path: '/v1/server/{servername}/db',
    scope: 'write',
    idempotency: 'once',
    /** The API description shows no list of databases, so the setting counts in the usage are the closest read. */
    settledBy: 'hosting.usage',
    input: z.strictObject({ ...ofServer, name_suffix: z.string().min(1), character_set: z.string().min(1) }),
    output: z.unknown(),
    example: { input: { servername: exampleServername, name_suffix: 'shop', character_set: 'utf8mb4' }, output: {} },
  }),

  addDatabaseUser: defineEndpoint({
    ...commonFields,
    method: 'POST',
    path: '/v1/server/{servername}/db/user',
    scope: 'write',
    idempotency: 'once',
    settledBy: 'hosting.usage',
    input: z.strictObject({ ...ofServer, name_suffix: z.string().min(1), password: z.string().min(1) }),
    output: z.unknown(),
    example: {
      input: { servername: exampleServername, name_suffix: 'shop', password: 'not-a-real-password' },
      output: {},
    },
  }),

  grantDatabase: defineEndpoint({
    ...commonFields,
    method: 'POST',
    path: '/v1/server/{servername}/db/user/{db_user}/grant',
    scope: 'write',
    idempotency: 'repeatable',
    input: z.strictObject({ ...ofServer, db_user: z.string().min(1), db_name: z.string().min(1) }),
    output: z.unknown(),
    example: {
      after: ['hosting.addDatabase', 'hosting.addDatabaseUser'],
      input: { servername: exampleServername, db_user: 'banto01_shop', db_name: 'banto01_shop' },
      output: {},
    },
  }),

  ssh: defineEndpoint({
    ...commonFields,
    method: 'GET',
    path: '/v1/server/{servername}/ssh',
    scope: 'read',
    idempotency: 'read',
    input: z.strictObject(ofServer),
    output: z.unknown(),
    example: { input: { servername: exampleServername }, output: {} },
  }),

  setSsh: defineEndpoint({
    ...commonFields,
    method: 'PUT',
    path: '/v1/server/{servername}/ssh',
    scope: 'write',
    idempotency: 'repeatable',
    input: z.strictObject({ ...ofServer, ssh_enabled: z.boolean() }),
    output: z.unknown(),
    example: { input: { servername: exampleServername, ssh_enabled: true }, output: {} },
  }),

  sshKeys: defineEndpoint({
    ...commonFields,
    method: 'GET',
    path: '/v1/server/{servername}/ssh/key',
    scope: 'read',
    idempotency: 'read',
    responseSize: 'list',
    input: z.strictObject(ofServer),
    output: z.unknown(),
    example: { input: { servername: exampleServername }, output: {} },
  }),

  addSshKey: defineEndpoint({
    ...commonFields,
    method: 'POST',
    path: '/v1/server/{servername}/ssh/key',
    scope: 'write',
    idempotency: 'once',
    settledBy: 'hosting.sshKeys',
    input: z
      .strictObject({
        ...ofServer,
        public_key: z.string().min(1).optional(),
        label: z.string().min(1).optional(),
        /** The service generates the key pair. Only this response contains the private key. */
        generate: z.boolean().optional(),
      })
      .superRefine(({ public_key, label, generate }, context) => {
        if (generate === true) return
        if (public_key === undefined)
          context.addIssue({ code: 'custom', path: ['public_key'], message: 'public_key or generate is needed' })
        if (label === undefined)
          context.addIssue({ code: 'custom', path: ['label'], message: 'needed with public_key' })
      }),
    output: z.unknown(),
    example: { input: { servername: exampleServername, generate: true }, output: {} },
  }),

  deleteSshKey: defineEndpoint({
    ...commonFields,
    method: 'DELETE',
    path: '/v1/server/{servername}/ssh/key/{key_id}',
    scope: 'write',
    idempotency: 'once',
    settledBy: 'hosting.sshKeys',
    input: z.strictObject({ ...ofServer, key_id: idSchema }),
    output: z.unknown(),
    example: { after: ['hosting.addSshKey'], input: { servername: exampleServername, key_id: 1 }, output: {} },
  }),

  errorLog: defineEndpoint({
    ...commonFields,
    method: 'GET',
    path: '/v1/server/{servername}/error-log',
    scope: 'read',
    idempotency: 'read',
    responseSize: 'lines',
    input: z.strictObject({ ...ofDomain, lines: z.number().int().min(1).optional() }),
    output: z.unknown(),
    example: {
      after: ['hosting.addDomain'],
      input: { servername: exampleServername, domain: 'example.com', lines: 100 },
      output: {},
    },
  }),

  clearCache: defineEndpoint({
    ...commonFields,
    method: 'DELETE',
    path: '/v1/server/{servername}/server-cache/{domain}/cache',
    scope: 'write',
    idempotency: 'repeatable',
    input: z.strictObject(ofDomain),
    output: z.unknown(),
    example: {
      after: ['hosting.addDomain'],
      input: { servername: exampleServername, domain: 'example.com' },
      output: {},
    },
  }),
}
