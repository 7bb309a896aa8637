import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { systemClock } from '#main/clock.ts'
import { createOpenapiDocumentService } from '#main/openapi/openapi-document-service.ts'
import { isPaidOperation } from '#main/openapi/worker/is-paid-operation.ts'
import { openDatabase } from '#main/store/database.ts'
import { temporaryFolder } from '#test/temporary-database.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { findScriptUrl } from '#test/find-script-for-process-or-thread.ts'
import {
  buildOpenapiDocument,
  importDocument,
  importFile,
  mailDocumentPath,
  buildPostOperation,
} from './build-and-import-openapi-documents.ts'

const token = 'openapi-test-key'

let rig: SimulatorRig
let account: Account

beforeAll(async () => {
  rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token }] }] } })
  account = await rig.addAccount('One', [token])
})
afterAll(() => rig.close())

async function importMail() {
  const answer = await importFile(rig, account.id, mailDocumentPath)
  if (answer.outcome !== 'imported') throw new Error(JSON.stringify(answer))
  return answer.document
}

const listed = (documentId: string, filter: { text?: string; group?: string } = {}) =>
  rig.call('openapi.operations', { documentId, ...filter })

describe('An imported OpenAPI document', () => {
  test('belongs to its service, survives a restart, and is replaced by the next import', async () => {
    const first = await importMail()
    expect(first).toMatchObject({ title: 'Invented mail accounts', version: '1.2.0', operationCount: 7 })
    await rig.restart()
    expect(await rig.call('openapi.list', { accountId: account.id })).toEqual([first])
    const second = await importMail()
    expect(await rig.call('openapi.list', { accountId: account.id })).toEqual([second])
    await expect(listed(first.id)).rejects.toMatchObject({ kind: 'not_found' })
    expect((await listed(second.id)).total).toBe(7)
  })

  test('is gone with its pinned readings after it was removed', async () => {
    const { id } = await importMail()
    const reading = 'GET /v1/server/{servername}/mail-account'
    const path = '/v1/server/{servername}/mail-account'
    await rig.call('openapi.pin', { documentId: id, operationId: reading, title: 'Mail', path, query: [] })
    expect(await rig.call('openapi.pins', { accountId: account.id })).toMatchObject([{ title: 'Mail' }])
    await rig.call('openapi.remove', { documentId: id })
    expect(await rig.call('openapi.pins', { accountId: account.id })).toEqual([])
    expect(await rig.call('openapi.list', { accountId: account.id })).toEqual([])
  })

  test('lists its operations by group, and those that contain each word of a search', async () => {
    const { id } = await importMail()
    const all = await listed(id)
    expect(all.groups).toEqual([
      { name: 'Mail accounts', count: 5 },
      { name: 'Mail filters', count: 1 },
      { name: 'Paid', count: 1 },
    ])
    const found = await listed(id, { text: 'DELETE mail' })
    expect(found.rows.map((row) => row.id)).toEqual(['DELETE /v1/server/{servername}/mail-account/{address}'])
    expect((await listed(id, { group: 'Mail filters' })).rows).toHaveLength(1)
  })

  test('marks an operation as paid whatever its parameter is called', async () => {
    const { id } = await importMail()
    const { rows } = await listed(id, { group: 'Paid' })
    expect(rows).toMatchObject([{ path: '/v1/domain/{name}/renew', isPaid: true }])
  })

  test('pins reading operations of servers only', async () => {
    const { id } = await importMail()
    const pin = (operationId: string, path: string) =>
      rig.call('openapi.pin', { documentId: id, operationId, title: 'x', path, query: [] })
    const path = '/v1/server/{servername}/mail-account'
    await expect(pin(`POST ${path}`, path)).rejects.toMatchObject({ kind: 'invalid_input' })
    await expect(pin(`GET ${path}`, '/v1/server/other/mail-account')).rejects.toMatchObject({ kind: 'invalid_input' })
    await expect(pin('GET /v1/unknown', path)).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('The form of an operation', () => {
  const add = 'POST /v1/server/{servername}/mail-account'

  test('has a field for each property, hides passwords, and shows alternatives as a choice', async () => {
    const { id } = await importMail()
    const { body, pathFields } = await rig.call('openapi.operation', { documentId: id, operationId: add })
    expect(pathFields.map(({ name }) => name)).toEqual(['servername'])
    if (body?.control.kind !== 'object') throw new Error('The body is no object')
    const shown = body.control.fields.map(({ name, isRequired, isNullable, control }) => {
      const isSecret = control.kind === 'text' && control.isSecret
      return [
        name,
        control.kind,
        ...(isRequired ? ['required'] : []),
        ...(isNullable ? ['nullable'] : []),
        ...(isSecret ? ['secret'] : []),
      ]
    })
    expect(shown).toEqual([
      ['address', 'text', 'required'],
      ['password', 'text', 'required', 'secret'],
      ['quota_mb', 'number', 'required'],
      ['spam_level', 'choice'],
      ['is_active', 'boolean'],
      ['comment', 'text', 'nullable'],
      ['forwarding', 'variants'],
    ])
  })

  test('has a JSON field where a schema contains itself, and checks all levels', async () => {
    const { id } = await importMail()
    const operationId = 'PUT /v1/server/{servername}/mail-filter'
    const { body } = await rig.call('openapi.operation', { documentId: id, operationId })
    expect(JSON.stringify(body)).toContain('"kind":"json"')
    const nested = { kind: 'all_of', filters: [{ kind: 'any_of', filters: [{ kind: 'wrong' }] }] }
    const { issues } = await rig.call('openapi.checkValues', {
      documentId: id,
      operationId,
      path: { servername: 'x' },
      query: {},
      body: nested,
    })
    expect(issues).toMatchObject([{ place: 'body', path: ['filters', '0', 'filters', '0', 'kind'], rule: 'enum' }])
  })

  test('of version 3.0 has fields that may be null and exclusive limits', async () => {
    const schema = {
      type: 'object',
      properties: {
        note: { type: 'string', nullable: true },
        size: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        made_at: { type: 'string', readOnly: true },
      },
      required: ['made_at'],
    }
    const content = { ...buildOpenapiDocument({ '/v1/notes': buildPostOperation(schema) }), openapi: '3.0.3' }
    const { id } = await importDocument(rig, account.id, content)
    const check = (body: unknown) =>
      rig.call('openapi.checkValues', { documentId: id, operationId: 'POST /v1/notes', path: {}, query: {}, body })
    expect((await check({ note: null, size: 1 })).issues).toEqual([])
    expect((await check({ size: 0 })).issues).toMatchObject([{ path: ['size'], rule: 'exclusiveMinimum', stated: '0' }])
  })
})

describe('The check of values', () => {
  const operationId = 'POST /v1/server/{servername}/mail-account'
  const valid = { address: 'info@example.com', password: 'ten-or-more-characters', quota_mb: 500 }

  async function check(body: unknown, path: Record<string, unknown> = { servername: 'a.example' }) {
    const { id } = await importMail()
    const { issues } = await rig.call('openapi.checkValues', { documentId: id, operationId, path, query: {}, body })
    return issues.map(({ place, path: at, rule, stated }) => `${place} ${at.join('.')} ${rule} ${stated}`.trim())
  }

  test('finds nothing in values that follow the schemas', async () => {
    expect(await check(valid)).toEqual([])
  })

  test('names each wrong value by its place and its rule', async () => {
    expect(await check({ ...valid, address: 'nobody', quota_mb: 0, extra: 1 }, {})).toEqual([
      'path servername required',
      'body  additionalProperties extra',
      'body address format email',
      'body quota_mb minimum 1',
    ])
  })

  test.each([
    ['date', '2026-02-28', '2026-02-30'],
    ['date-time', '2028-02-29T23:59:59Z', '2026-02-29T23:59:59Z'],
    ['time', '23:59:59+09:00', '24:00:00+09:00'],
  ])('refuses a %s that no calendar or clock has', async (format, real, wrong) => {
    const schema = { type: 'object', properties: { at: { type: 'string', format } } }
    const { id } = await importDocument(
      rig,
      account.id,
      buildOpenapiDocument({ '/v1/dates': buildPostOperation(schema) }),
    )
    const issuesOf = async (at: string) => {
      const given = { documentId: id, operationId: 'POST /v1/dates', path: {}, query: {}, body: { at } }
      return (await rig.call('openapi.checkValues', given)).issues
    }
    expect(await issuesOf(real)).toEqual([])
    expect(await issuesOf(wrong)).toMatchObject([{ path: ['at'], rule: 'format', stated: format }])
  })

  test('never repeats a value, because it may be a password', async () => {
    const secret = 'canary'
    expect(JSON.stringify(await check({ ...valid, password: secret, spam_level: secret }))).not.toContain(secret)
  })

  test('states what is wrong with the alternative that the value fits best', async () => {
    expect(await check({ ...valid, forwarding: { mode: 'forward', addresses: [] } })).toEqual([
      'body forwarding.addresses minItems 1',
    ])
  })

  test('misses a required body', async () => {
    const { id } = await importMail()
    const given = { documentId: id, operationId, path: { servername: 'a' }, query: {} }
    expect((await rig.call('openapi.checkValues', given)).issues).toMatchObject([{ place: 'body', rule: 'required' }])
  })

  test('takes no inherited property for a given one', async () => {
    const content = buildOpenapiDocument({
      '/v1/names': buildPostOperation({ type: 'object', required: ['constructor'] }),
    })
    const { id } = await importDocument(rig, account.id, content)
    const given = { documentId: id, operationId: 'POST /v1/names', path: {}, query: {}, body: {} }
    expect((await rig.call('openapi.checkValues', given)).issues).toMatchObject([{ path: ['constructor'] }])
  })
})

describe('An operation that spends money', () => {
  const paid = endpointNames.map(getEndpoint).filter(({ idempotency }) => idempotency === 'paid')

  test.each(paid.map(({ method, path }) => [method, path] as const))('%s %s is recognised', (method, path) => {
    const spellings = [
      path,
      path.replaceAll(/\{\w+\}/g, '{other}'),
      path.replaceAll(/\{\w+\}/g, 'example.com'),
      `${path}/`,
      path.replace('/v1/', '//v1/'),
      path.replace('/v1/domain', '/V1/Dom%61in'),
      path.replace(/[^/]+$/, '{anything}'),
    ]
    expect(spellings.filter((spelling) => !isPaidOperation(method, spelling))).toEqual([])
  })

  test('is not taken for the reading or change at the same path', () => {
    expect(isPaidOperation('GET', '/v1/server')).toBe(false)
    expect(isPaidOperation('POST', '/v1/server/{servername}/mail-account')).toBe(false)
  })
})

test('A document that takes too long at another time is reported as unusable, not as a call that waited', async () => {
  let isSlow = false
  const database = openDatabase(join(temporaryFolder(), 'banto.db'))
  const bytes = new TextEncoder().encode(
    JSON.stringify(buildOpenapiDocument({ '/v1/a': buildPostOperation({ type: 'object' }) })),
  )
  const documents = createOpenapiDocumentService({
    database,
    clock: { ...systemClock, sleep: (...args) => (isSlow ? Promise.resolve() : systemClock.sleep(...args)) },
    newId: randomUUID,
    baseUrlOf: () => 'https://api.example',
    chooseAndReadFile: async () => ({ name: 'a.json', bytes, isTooLarge: false }),
    workerUrl: findScriptUrl('src/main/openapi/worker/openapi-worker.ts'),
  })
  onTestFinished(async () => {
    await documents.close()
    database.close()
  })
  const imported = await documents.import('any')
  if (imported.outcome !== 'imported') throw new Error('It was expected to be imported')
  isSlow = true
  await expect(documents.getOperation(imported.document.id, 'any')).rejects.toMatchObject({
    kind: 'document_unusable',
    details: { code: 'tooSlow' },
  })
})
