import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { domainDetailSchema, dnsRecordSchema, registrarLockSchema, whoisSchema } from '#shared/api/domain-endpoints.ts'
import { executionLogEntrySchema, keyInformationSchema, serviceGrantSchema } from '#shared/api/account-endpoints.ts'
import { endpoints, endpointNames } from '#shared/api/endpoints.ts'
import { fieldRules } from '#shared/api/limits.ts'
import { providerErrors } from '#shared/api/provider-errors.ts'
import { serverContractSchema } from '#shared/api/server-endpoints.ts'
import { pathParamNames } from '#shared/api/define-endpoint.ts'
import { testsByEndpoint, testByErrorCode, type TestReference, testsBySection } from './api-description-coverage.ts'

/** The source of each test of a file, by its title; each-tables included. */
function testsOf(source: string): Map<string, string> {
  const tests = new Map<string, string>()
  const file = ts.createSourceFile('tests.ts', source, ts.ScriptTarget.Latest, true)
  // A row may stand in a table above the test that goes through it.
  const tables = new Map(file.statements.filter(ts.isVariableStatement).flatMap((statement) => statement.declarationList.declarations.map((one) => [one.name.getText(), statement.getText()] as const)))
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments
      const callee = node.expression.getText()
      if (/^(it|test)(\.each|$)/.test(callee) && first && ts.isStringLiteralLike(first)) {
        const named = /\.each\((\w+)\)$/.exec(callee)?.[1]
        tests.set(first.text, node.getText() + (named === undefined ? '' : (tables.get(named) ?? '')))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return tests
}

const known = new Map<string, Map<string, string>>()
function testsIn(name: string): Map<string, string> {
  const file = path.join(import.meta.dirname, `${name.startsWith('/') ? `..${name}` : name}.test.ts`)
  const tests = known.get(file) ?? (existsSync(file) ? testsOf(readFileSync(file, 'utf8')) : new Map<string, string>())
  known.set(file, tests)
  return tests
}

/** What is wrong with a named test; null when it is there. */
function complaint(named: TestReference, find = testsIn): string | null {
  const { test, shows } = typeof named === 'string' ? { test: named, shows: '' } : named
  const cut = test.indexOf(': ')
  const source = find(test.slice(0, cut)).get(test.slice(cut + 2))
  if (source === undefined) return `no test: ${test}`
  return source.includes(shows) ? null : `${test} does not show ${shows}`
}

function complaints(rules: Record<string, readonly TestReference[]>): string[] {
  return Object.entries(rules).flatMap(([rule, tests]) => (tests.length === 0 ? [`${rule}: no test`] : tests.flatMap((named) => complaint(named) ?? []).map((text) => `${rule}: ${text}`)))
}

const numbered = (rules: object) => Object.keys(rules).map((rule) => Number(rule.split(':')[0]))
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const shape = (schema: { shape: object }) => Object.keys(schema.shape)
const inputOf = (name: keyof typeof endpoints) => shape(endpoints[name].input).filter((field) => !pathParamNames(endpoints[name].path).includes(field))

describe('every rule of the API description has a test', () => {
  test('each of the 46 endpoints', () => {
    expect(Object.keys(testsByEndpoint).sort()).toEqual([...endpointNames].sort())
    expect(Object.keys(testsByEndpoint)).toHaveLength(46)
    expect(complaints(testsByEndpoint)).toEqual([])
  })

  test('each of the 33 error codes, by a test that names it', () => {
    expect(Object.keys(testByErrorCode).sort()).toEqual(Object.keys(providerErrors).sort())
    expect(Object.keys(testByErrorCode)).toHaveLength(33)
    const named = Object.fromEntries(Object.entries(testByErrorCode).map(([code, test]) => [code, [{ test: test as string, shows: code }]]))
    expect(complaints(named)).toEqual([])
  })

  test('the 6 idempotency rules, the 10 of authentication and the 4 of versioning', () => {
    expect(numbered(testsBySection.idempotency)).toEqual(upTo(6))
    expect(numbered(testsBySection.authentication)).toEqual(upTo(10))
    expect(numbered(testsBySection.versioning)).toEqual(upTo(4))
  })

  test('every status and every transition: 3 of servers, 7 of domains, and what holds beside them', () => {
    expect(Object.keys(testsBySection['server states'])).toHaveLength(3 + 1)
    expect(Object.keys(testsBySection['domain states'])).toHaveLength(7 + 2)
  })

  test('the 18 rows of the limits and what is said below them', () => {
    expect(Object.keys(testsBySection.limits)).toHaveLength(18 + 3)
    // Every number that the client knows as a field rule is one of those rows.
    expect(Object.keys(fieldRules)).toHaveLength(15)
  })

  test.each([
    ['key information', [...shape(keyInformationSchema), ...shape(serviceGrantSchema)]],
    ['log entry', shape(executionLogEntrySchema)],
    ['log query', inputOf('account.logs')],
    ['server contract', shape(serverContractSchema)],
    ['order input', inputOf('server.order')],
    ['domain', shape(domainDetailSchema)],
    ['DNS record', shape(dnsRecordSchema)],
    ['whois', shape(whoisSchema)],
    ['registrar lock', shape(registrarLockSchema)],
    ['acquisition input', inputOf('domain.acquire')],
    ['transfer input', inputOf('domain.transfer')],
    ['renewal input', inputOf('domain.renew')],
  ] as const)('every row of the table %s that the catalog knows', (section, fields) => {
    expect(Object.keys(testsBySection[section])).toEqual(expect.arrayContaining([...fields]))
  })

  test.each(Object.entries(testsBySection))('%s: every test that is named is there', (_, rules) => {
    expect(complaints(rules)).toEqual([])
  })
})

describe('the check itself', () => {
  const source = `
    const rows = [['a row above', 1]]
    describe('x', () => {
      it('a rule', () => {})
      test('another', () => {})
      it.each([['GOOD', 1]])('with %s', () => {})
      it.each(rows)('from above: %s', () => {})
      // it('a comment', () => {})
      const text = "it('a text', () => {})"
    })`
  const find = () => testsOf(source)

  test('knows every test of a file and nothing that only looks like one', () => {
    expect([...testsOf(source).keys()]).toEqual(['a rule', 'another', 'with %s', 'from above: %s'])
  })

  test('complains of a test that is gone, and of a row that is gone from it', () => {
    expect(complaint('x: a rule', find)).toBeNull()
    expect(complaint({ test: 'x: with %s', shows: 'GOOD' }, find)).toBeNull()
    expect(complaint({ test: 'x: from above: %s', shows: 'a row above' }, find)).toBeNull()
    expect(complaint('x: a comment', find)).toBe('no test: x: a comment')
    expect(complaint({ test: 'x: with %s', shows: 'BAD' }, find)).toBe('x: with %s does not show BAD')
    expect(complaints({ 'a row': [] })).toEqual(['a row: no test'])
    expect(complaint('no-such-file: a rule')).toBe('no test: no-such-file: a rule')
  })
})
