import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { requiredTextByRule } from './api-rules-that-need-tests.ts'
import { type CoversCallScanResult, findCoveredRules } from './find-covered-rules.ts'

/** Compares the rules that tests name with all rules and returns one message for each problem. */
function findProblems(
  { covered, misplaced }: CoversCallScanResult,
  rules: ReadonlyMap<string, string | null>,
): string[] {
  const named = new Set(covered.map(({ rule }) => rule))
  return [
    ...misplaced.map((call) => `${call} belongs to no test`),
    ...[...named].filter((rule) => !rules.has(rule)).map((rule) => `${rule}: no such rule`),
    ...[...rules.keys()].filter((rule) => !named.has(rule)).map((rule) => `${rule}: no test`),
    ...covered.flatMap(({ rule, source }) => {
      const mention = rules.get(rule)
      return typeof mention === 'string' && !source.includes(mention)
        ? [`${rule}: its test does not contain ${mention}`]
        : []
    }),
  ]
}

test('Every rule of the API description has a test, and every rule that a test names exists', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const sources = globSync('**/*.test.ts', { cwd: root })
    .filter((file) => path.join(root, file) !== import.meta.filename)
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
  const found = sources.filter((source) => source.includes('covers(')).map(findCoveredRules)
  expect(
    findProblems(
      { covered: found.flatMap(({ covered }) => covered), misplaced: found.flatMap(({ misplaced }) => misplaced) },
      requiredTextByRule,
    ),
  ).toEqual([])
})

test.each([
  ['idempotency', 6],
  ['authentication', 10],
  ['versioning', 4],
])('The rules of the section %s are numbered from 1 to %i', (section, last) => {
  const numbers = [...requiredTextByRule.keys()]
    .filter((rule) => rule.startsWith(`${section}: `))
    .map((rule) => Number(/: (\d+) /.exec(rule)?.[1]))
  expect([...new Set(numbers)]).toEqual(Array.from({ length: last }, (_, index) => index + 1))
})

describe('findCoveredRules', () => {
  const source = `
    const part = [['a part', covers('in a part')]]
    const rows = [...part, ['a row above', covers('in a table above')]]
    describe('x', () => {
      test('a rule', covers('of a test', 'with a piece'), () => { call('a piece') })
      test('another', () => {})
      test.each([['GOOD', 1, covers('in a row')], ['OTHER', 2]])('with %s', covers('of all rows'), () => {})
      test.each(rows)('from above: %s', () => {})
      // test('a comment', covers('in a comment'), () => {})
      const text = "test('a text', covers('in a text'), () => {})"
    })`
  const covered = (text: string) => findCoveredRules(text).covered.map(({ rule }) => rule)

  test('The rules of tests and of table rows are found, rules in comments and strings are not', () => {
    expect(covered(source).sort()).toEqual([
      'in a part',
      'in a row',
      'in a table above',
      'of a test',
      'of all rows',
      'with a piece',
    ])
    expect(findCoveredRules(source).misplaced).toEqual([])
  })

  test.each([
    "test.skip('a', covers('x'), () => {})",
    "test.todo('a', covers('x'))",
    "describe.skip('a', () => { test('b', covers('x'), () => {}) })",
    "covers('x')",
    "test('a', () => { covers('x') })",
    "const rows = [['a', covers('x')]]; test.each(others)('a', () => {})",
    "test.each([['a', covers('x'), 1]])('a', () => {})",
    "test('a', covers(x), () => {})",
    "test('a', covers(), () => {})",
  ])('No rule is taken from %s', (text) => {
    expect(covered(text)).toEqual([])
    expect(findCoveredRules(text).misplaced).toHaveLength(1)
  })

  test('The source of a row is the row alone; the source of a test includes its tables', () => {
    const sourceOf = (rule: string) => findCoveredRules(source).covered.find((one) => one.rule === rule)?.source
    expect(sourceOf('in a row')).toContain('GOOD')
    expect(sourceOf('in a row')).not.toMatch(/OTHER|in a row/)
    expect(sourceOf('of all rows')).toContain('OTHER')
    expect(sourceOf('with a piece')).toContain('a piece')
  })
})

describe('findProblems', () => {
  const problemsOf = (text: string, rules: Record<string, string | null>) =>
    findProblems(findCoveredRules(text), new Map(Object.entries(rules)))

  test('A rule without a test, an unknown rule and a missing text are problems', () => {
    const text = "test('a', covers('known', 'unknown'), () => { call() })"
    expect(problemsOf(text, { known: null, unknown: 'call' })).toEqual([])
    expect(problemsOf(text, { known: null })).toEqual(['unknown: no such rule'])
    expect(problemsOf(text, { known: 'known', unknown: null, other: null })).toEqual([
      'other: no test',
      'known: its test does not contain known',
    ])
    expect(problemsOf("covers('known')", { known: null })).toEqual([
      "covers('known') belongs to no test",
      'known: no test',
    ])
  })
})
