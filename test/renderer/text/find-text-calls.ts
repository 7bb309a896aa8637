import ts from 'typescript'

/** A call such as `t('key', { name: value })`, in a script or a template. */
export interface TextCall {
  line: number
  /** The keys that the source names. A key that is a variable, or has one in it, is left out. */
  keys: string[]
  /** The names of the values. Null: they are in a variable, so the source does not show them. */
  values: ReadonlySet<string> | null
}

/** vue-i18n passes the count of a plural under both names. */
const pluralNames = ['n', 'count']

/** Finds the calls of `t`. A call whose parentheses are not closed, as in a comment, is left out. */
export function findTextCalls(source: string): TextCall[] {
  return [...source.matchAll(/(?<![\w$])t\(/g)].flatMap(({ index }) => {
    const code = readBalanced(source, index + 1)
    const call = code === null ? null : parseCall(`t${code}`)
    return call ? [{ line: source.slice(0, index).split('\n').length, ...toTextCall(call) }] : []
  })
}

/** The text from the opening parenthesis at `start` to its closing one; null if there is none. */
function readBalanced(source: string, start: number): string | null {
  let depth = 0
  let quote: string | null = null
  for (let at = start; at < source.length; at += 1) {
    const char = source.charAt(at)
    if (quote !== null) {
      if (char === '\\') at += 1
      else if (char === quote) quote = null
    } else if (char === "'" || char === '"' || char === '`') quote = char
    else if (char === '(') depth += 1
    else if (char === ')' && (depth -= 1) === 0) return source.slice(start, at + 1)
  }
  return null
}

function parseCall(code: string): ts.CallExpression | null {
  const [statement] = ts.createSourceFile('call.ts', code, ts.ScriptTarget.Latest).statements
  return statement && ts.isExpressionStatement(statement) && ts.isCallExpression(statement.expression)
    ? statement.expression
    : null
}

function toTextCall({ arguments: [key, values, count] }: ts.CallExpression): Pick<TextCall, 'keys' | 'values'> {
  const names = valueNamesOf(values)
  return { keys: key ? keysOf(key) : [], values: names && new Set(count ? [...names, ...pluralNames] : names) }
}

function keysOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isParenthesizedExpression(node)) return keysOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...keysOf(node.whenTrue), ...keysOf(node.whenFalse)]
  return []
}

/** The names in an object literal, also in spread ones; null if a part is a variable. */
function valueNamesOf(node: ts.Expression | undefined): string[] | null {
  if (node === undefined) return []
  if (ts.isNumericLiteral(node)) return pluralNames
  if (ts.isParenthesizedExpression(node)) return valueNamesOf(node.expression)
  if (ts.isConditionalExpression(node)) return joined([valueNamesOf(node.whenTrue), valueNamesOf(node.whenFalse)])
  if (ts.isBinaryExpression(node)) return valueNamesOf(node.right)
  if (!ts.isObjectLiteralExpression(node)) return null
  return joined(
    node.properties.map((property) => {
      if (ts.isSpreadAssignment(property)) return valueNamesOf(property.expression)
      return property.name && (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))
        ? [property.name.text]
        : null
    }),
  )
}

function joined(lists: (string[] | null)[]): string[] | null {
  return lists.some((list) => list === null) ? null : lists.flatMap((list) => list ?? [])
}
