import { z } from 'zod'
import { defineEndpoint } from './define-endpoint.ts'
import { dnsRecordSchema, newRecordSchema, addWrongIpVersionIssue } from './dns-record-schemas.ts'
import { domainNameParam, messageResponseSchema } from './domain-schemas.ts'

const { shape: recordShape } = newRecordSchema

const recordOutput = dnsRecordSchema.extend({ message: z.string().optional() })
const byRecord = { ...domainNameParam, dns_id: z.number().int() }
const exampleRecord = { type: 'A', host: 'www', content: '192.0.2.10', ttl: 3600, priority: 0 } as const

/** The DNS records of a domain. API description, section "Domain API". */
export const dnsRecordEndpoints = {
  dns: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/{domain_name}/dns',
    scope: 'read',
    service: 'domain',
    category: 'dns',
    idempotency: 'read',
    limit: 'domain',
    responseSize: 'zone',
    input: z.strictObject(domainNameParam),
    output: z.looseObject({ records: z.array(dnsRecordSchema) }),
    example: { input: { domain_name: 'example.com' }, output: { records: [{ id: 1, ...exampleRecord }] } },
  }),

  addRecord: defineEndpoint({
    method: 'POST',
    path: '/v1/domain/{domain_name}/dns',
    scope: 'write',
    service: 'domain',
    category: 'dns',
    idempotency: 'once',
    settledBy: 'domain.dns',
    limit: 'domain',
    input: z.strictObject({ ...domainNameParam, ...recordShape }).superRefine(addWrongIpVersionIssue),
    output: recordOutput,
    example: {
      input: { domain_name: 'example.com', ...exampleRecord },
      output: { id: 1, ...exampleRecord, message: 'Added' },
    },
  }),

  changeRecord: defineEndpoint({
    method: 'PUT',
    path: '/v1/domain/{domain_name}/dns/{dns_id}',
    scope: 'write',
    service: 'domain',
    category: 'dns',
    idempotency: 'repeatable',
    limit: 'domain',
    /** Only the fields that are sent change, so no field has a default. */
    input: z
      .strictObject({
        ...byRecord,
        type: recordShape.type.optional(),
        host: recordShape.host.optional(),
        content: recordShape.content.optional(),
        ttl: recordShape.ttl.unwrap().optional(),
        priority: recordShape.priority.unwrap().optional(),
      })
      .superRefine(addWrongIpVersionIssue),
    output: recordOutput,
    example: {
      input: { domain_name: 'example.com', dns_id: 1, content: '192.0.2.20' },
      output: { id: 1, ...exampleRecord, content: '192.0.2.20', message: 'Updated' },
    },
  }),

  deleteRecord: defineEndpoint({
    method: 'DELETE',
    path: '/v1/domain/{domain_name}/dns/{dns_id}',
    scope: 'write',
    service: 'domain',
    category: 'dns',
    idempotency: 'once',
    settledBy: 'domain.dns',
    limit: 'domain',
    input: z.strictObject(byRecord),
    output: messageResponseSchema,
    example: { input: { domain_name: 'example.com', dns_id: 1 }, output: { message: 'Deleted' } },
  }),
}
