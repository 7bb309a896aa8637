import * as ts from 'typescript'

/** A rule that a test or a row of a table names. `source`: the code of that test or row, without calls of `covers`. */
export interface CoveredRule {
  rule: string
  source: string
}

export interface CoversCallScanResult {
  covered: CoveredRule[]
  /** The calls of `covers` outside a test that runs, and those with an argument that is not a string literal. */
  misplaced: string[]
}

/** Whether the node is `test(…)` or `test.each(…)(…)` outside `describe.skip`, `.todo`, `.skipIf` or `.runIf`. */
function isRunningTest(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  const callee = ts.isCallExpression(node.expression) ? node.expression.expression.getText() : ''
  if (callee !== 'test.each' && node.expression.getText() !== 'test') return false
  return (
    ts.findAncestor(
      node,
      (one) => ts.isCallExpression(one) && /^describe\.(skip|todo|skipIf|runIf)\b/.test(one.expression.getText()),
    ) === undefined
  )
}

/** The table of `test.each(table)(…)`. */
function tableOf(test: ts.CallExpression): ts.Node | undefined {
  return ts.isCallExpression(test.expression) ? test.expression.arguments[0] : undefined
}

function isCovers(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.getText() === 'covers'
}

function withDescendants(node: ts.Node): ts.Node[] {
  const nodes = [node]
  ts.forEachChild(node, (child) => void nodes.push(...withDescendants(child)))
  return nodes
}

/** Finds the rules that the tests of a source file name: in the options of a test, or as the last element of a row. */
export function findCoveredRules(text: string): CoversCallScanResult {
  const all = withDescendants(ts.createSourceFile('tests.ts', text, ts.ScriptTarget.Latest, true))
  const variables = new Map(
    all.filter(ts.isVariableDeclaration).map(({ name, initializer }) => [name.getText(), initializer]),
  )

  /** The nodes of a table and of the variables that the table refers to. */
  function nodesOfTable(table: ts.Node, seen = new Set<ts.Node>()): Set<ts.Node> {
    for (const node of withDescendants(table)) {
      seen.add(node)
      const made = ts.isIdentifier(node) ? variables.get(node.text) : undefined
      if (made && !seen.has(made)) nodesOfTable(made, seen)
    }
    return seen
  }

  const tests = all.filter(isRunningTest)
  const tableNodes = new Map(tests.map((test) => [test, [...nodesOfTable(tableOf(test) ?? test.arguments[0] ?? test)]]))
  const inTables = new Set([...tableNodes].flatMap(([test, nodes]) => (tableOf(test) ? nodes : [])))
  const sourceOf = (nodes: ts.Node[]) =>
    nodes
      .filter((node) => node.getChildCount() === 0 && ts.findAncestor(node, isCovers) === undefined)
      .map((node) => node.getText())
      .join(' ')

  const result: CoversCallScanResult = { covered: [], misplaced: [] }
  for (const call of all.filter(isCovers)) {
    const { parent } = call
    const rules = call.arguments.filter(ts.isStringLiteralLike).map((rule) => rule.text)
    const isOption = ts.isCallExpression(parent) && tableNodes.has(parent) && parent.arguments[1] === call
    const isInRow = ts.isArrayLiteralExpression(parent) && parent.elements.at(-1) === call && inTables.has(parent)
    if (!(isOption || isInRow) || rules.length === 0 || rules.length < call.arguments.length) {
      result.misplaced.push(call.getText())
      continue
    }
    const source = sourceOf([...withDescendants(parent), ...((isOption && tableNodes.get(parent)) || [])])
    result.covered.push(...rules.map((rule) => ({ rule, source })))
  }
  return result
}
