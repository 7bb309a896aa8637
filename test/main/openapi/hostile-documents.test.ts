import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { openapiDocumentLimits } from '#main/openapi/openapi-limits.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import {
  buildOpenapiDocument,
  importContent,
  importDocument,
  importAndExpectRefusal,
  buildPostOperation,
} from './build-and-import-openapi-documents.ts'

const token = 'openapi-hostile-key'
const textSchema = { type: 'string' }

let rig: SimulatorRig
let account: Account

beforeAll(async () => {
  rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token }] }] } })
  account = await rig.addAccount('One', [token])
})
afterAll(() => rig.close())

const refused = (content: unknown) => importAndExpectRefusal(rig, account.id, content)
const imported = (content: unknown) => importDocument(rig, account.id, content)

const check = (documentId: string, operationId: string, body: unknown) =>
  rig.call('openapi.checkValues', { documentId, operationId, path: {}, query: {}, body })

function nest(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = { a: value }
  return value
}

/** Each level repeats the one above nine times. */
function laughs(levels: number): string {
  const lines = ['openapi: 3.1.0', 'x0: &x0 [lol, lol]']
  for (let level = 1; level <= levels; level += 1)
    lines.push(`x${level}: &x${level} [${Array.from({ length: 9 }, () => `*x${level - 1}`).join(', ')}]`)
  return lines.join('\n')
}

describe('A document is refused with what is wrong and where, and the app goes on', () => {
  test.each([
    ['no JSON and no YAML', '{"openapi": "3.1.0", "paths": [}', { code: 'notParsed' }],
    ['YAML with a wrong line', 'openapi: 3.1.0\ninfo: [1\npaths: {}', { code: 'notParsed' }],
    ['a text', 'hello', { code: 'notAnObject' }],
    ['another object', { name: 'x' }, { code: 'notOpenapi' }],
    ['version 2', { swagger: '2.0' }, { code: 'otherVersion', values: { version: '2.0' } }],
    ['a later version', { openapi: '4.0.0' }, { code: 'otherVersion', at: '/openapi' }],
    ['no operations', buildOpenapiDocument({}), { code: 'noOperations', at: '/paths' }],
    [
      'a remote reference',
      buildOpenapiDocument({ '/v1/a': buildPostOperation({ $ref: 'https://evil.example/schema.json#/x' }) }),
      { code: 'outsideReference', values: { reference: 'https://evil.example/schema.json#/x' } },
    ],
    [
      'a reference to a file',
      buildOpenapiDocument({ '/v1/a': { $ref: '../../etc/passwd' } }),
      { code: 'outsideReference', at: '/paths/~1v1~1a', values: { reference: '../../etc/passwd' } },
    ],
    [
      'the name __proto__',
      '{"openapi":"3.1.0","paths":{"/v1/a":{"get":{"x":{"__proto__":{"polluted":1}}}}}}',
      { code: 'prototypeKey', at: '/paths/~1v1~1a/get/x' },
    ],
    ['deep nesting in JSON', `{"openapi":"3.1.0","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, { code: 'tooDeep' }],
    ['deep nesting in YAML', `openapi: 3.1.0\nx: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, { code: 'tooDeep' }],
    ['objects that are too deep', { openapi: '3.1.0', x: nest(200) }, { code: 'tooDeep' }],
    ['aliases that multiply', laughs(12), { code: 'tooManyAliases' }],
    ['a value that contains itself', 'openapi: 3.1.0\nx: &x\n  y: *x\n', { code: 'tooDeep' }],
    [
      'more operations than the limit',
      buildOpenapiDocument(
        Object.fromEntries(
          Array.from({ length: openapiDocumentLimits.operations + 1 }, (_, n) => [`/v1/o${n}`, { get: {} }]),
        ),
      ),
      { code: 'tooManyOperations' },
    ],
    ['more bytes than the limit', new Uint8Array(openapiDocumentLimits.bytes + 1), { code: 'tooLarge' }],
    [
      'more values than the limit',
      `{"openapi":"3.1.0","x":[${'1,'.repeat(openapiDocumentLimits.values)}1]}`,
      { code: 'tooManyValues', values: { max: openapiDocumentLimits.values } },
    ],
    [
      'more characters than the limit',
      `openapi: 3.1.0\nx: &x ${'a'.repeat(openapiDocumentLimits.characters / 24)}\ny: [${'*x, '.repeat(24)}]`,
      { code: 'tooManyCharacters', values: { max: openapiDocumentLimits.characters } },
    ],
  ])('%s', async (_name, content, expected) => {
    expect(await refused(content)).toMatchObject(expected)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect((await imported(buildOpenapiDocument({ '/v1/a': { get: {} } }))).operationCount).toBe(1)
  })

  test('A refused file leaves the stored document as it was', async () => {
    const document = await imported(buildOpenapiDocument({ '/v1/kept': { get: {} } }))
    await refused('hello')
    expect(await rig.call('openapi.list', { accountId: account.id })).toEqual([document])
  })

  test('A folder instead of a file is unreadable', async () => {
    rig.chooseFile(rig.profile)
    expect(await rig.call('openapi.import', { accountId: account.id })).toMatchObject({
      outcome: 'refused',
      refusal: { code: 'unreadable' },
    })
  })
})

describe('What is left out of a document is named, and the rest is used', () => {
  test('Operations outside /v1 and malformed ones', async () => {
    const { operationCount, notes } = await imported(
      buildOpenapiDocument({
        '/v1/good': { get: {} },
        '/v2/other': { get: {} },
        '/v1/../admin': { get: {} },
        '/v1/bad': { get: 'text' },
        '/v1/lost': { $ref: '#/nowhere' },
        '/v1/circle': { $ref: '#/paths/~1v1~1circle' },
        '/v1/same/{a}': { get: {} },
        '/v1/same/{b}': { get: {} },
      }),
    )
    expect(operationCount).toBe(2)
    expect(notes.map(({ code, at }) => `${code} ${at}`)).toEqual(
      expect.arrayContaining([
        'outsideV1 /paths/~1v2~1other/get',
        'outsideV1 /paths/~1v1~1..~1admin/get',
        'unreadableOperation /paths/~1v1~1bad/get',
        'unreadableOperation /paths/~1v1~1lost',
        'unreadableOperation /paths/~1v1~1circle',
        'sameOperation /paths/~1v1~1same~1{b}/get',
      ]),
    )
  })

  test('The host of a server is never used, only the path of its URL', async () => {
    const servers = [{ url: 'https://evil.example/v1' }]
    const { id, notes } = await imported(buildOpenapiDocument({ '/things': { get: {} } }, { servers }))
    const { rows } = await rig.call('openapi.operations', { documentId: id })
    expect(rows.map(({ path }) => path)).toEqual(['/v1/things'])
    expect(notes).toMatchObject([{ code: 'otherServer', values: { server: 'evil.example' } }])
  })
})

describe('Schemas that never end', () => {
  test('A pattern that backtracks for ever is not checked, and is named', async () => {
    const pattern = '^(a+)+$'
    const { id } = await imported(buildOpenapiDocument({ '/v1/a': buildPostOperation({ type: 'string', pattern }) }))
    const { issues, unchecked } = await check(id, 'POST /v1/a', `${'a'.repeat(60)}!`)
    expect([issues, unchecked]).toEqual([[], [pattern]])
  })

  test('A pattern that is no regular expression is not checked, and is named', async () => {
    const { id } = await imported(
      buildOpenapiDocument({ '/v1/a': buildPostOperation({ type: 'string', pattern: '(' }) }),
    )
    expect((await check(id, 'POST /v1/a', 'x')).unchecked).toEqual(['('])
  })

  test.each([
    ['a schema that is only itself', { A: { $ref: '#/components/schemas/A' } }],
    [
      'two schemas that are each other',
      { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
    ],
    ['a schema of which each part is itself', { A: { allOf: [{ $ref: '#/components/schemas/A' }] } }],
  ])('The form and the check of %s end', async (_name, schemas) => {
    const paths = { '/v1/a': buildPostOperation({ $ref: '#/components/schemas/A' }) }
    const { id } = await imported(buildOpenapiDocument(paths, { components: { schemas } }))
    const { body } = await rig.call('openapi.operation', { documentId: id, operationId: 'POST /v1/a' })
    expect(body?.control.kind).toBe('json')
    expect((await check(id, 'POST /v1/a', { a: 1 })).unchecked).toEqual(['body'])
  })

  test('A schema that doubles at each level gives a form of limited size', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => {
        const next = level === 29 ? textSchema : { $ref: `#/components/schemas/L${level + 1}` }
        return [`L${level}`, { type: 'object', properties: { left: next, right: next } }]
      }),
    )
    const paths = { '/v1/a': buildPostOperation({ $ref: '#/components/schemas/L0' }) }
    const { id } = await imported(buildOpenapiDocument(paths, { components: { schemas } }))
    const { body } = await rig.call('openapi.operation', { documentId: id, operationId: 'POST /v1/a' })
    expect(JSON.stringify(body).length).toBeLessThan(1_000_000)
  })
})

test('Any schema at all gives a form and an answer of the check', async () => {
  const keyword = fc.constantFrom(
    'type',
    'enum',
    'const',
    'format',
    'pattern',
    'minLength',
    'maxItems',
    'required',
    'items',
    'properties',
    'allOf',
    'oneOf',
    'anyOf',
    'not',
    '$ref',
    'nullable',
    'additionalProperties',
    'default',
    'exclusiveMinimum',
    'multipleOf',
    '$id',
    '$anchor',
    'if',
    'discriminator',
    'constructor',
    'toString',
  )
  const { value: schema } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('string', 'object', 'array', '#', '#/components', '(', -1, 0.5, null, true, []),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(keyword, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(schema, fc.jsonValue({ maxDepth: 2 }), fc.boolean(), async (given, body, is30) => {
      const content = {
        ...buildOpenapiDocument({ '/v1/a': buildPostOperation(given) }),
        openapi: is30 ? '3.0.3' : '3.1.0',
      }
      const answer = await importContent(rig, account.id, content)
      if (answer.outcome !== 'imported') {
        expect(answer).toMatchObject({ refusal: { code: 'outsideReference' } })
        return
      }
      const documentId = answer.document.id
      await rig.call('openapi.operation', { documentId, operationId: 'POST /v1/a' })
      await check(documentId, 'POST /v1/a', body)
    }),
    { numRuns: 100 },
  )
})
