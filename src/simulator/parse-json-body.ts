import { ErrorResponse } from './error-response.ts'

/**
 * Parses the JSON of a request body. Refuses with 400: bytes that are not UTF-8, text that is not JSON, JSON that is
 * not an object, an object that names a key twice. An empty body counts as an empty object.
 */
export function parseJsonBody(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {}
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw new ErrorResponse('BAD_REQUEST', 'The body is not JSON in UTF-8')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ErrorResponse('BAD_REQUEST', 'The body is not a JSON object')
  const { repeated, depth } = scanJson(text)
  if (depth > maxDepth) throw new ErrorResponse('BAD_REQUEST', `The body is nested deeper than ${maxDepth}`)
  if (repeated !== null) throw new ErrorResponse('BAD_REQUEST', `The body names ${repeated} twice`)
  return value as Record<string, unknown>
}

/**
 * Returns the parsed JSON, for the ledger; undefined when the text is not JSON or is nested too deep to be serialized
 * again.
 */
export function tryParseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return scanJson(text).depth > maxDepth ? undefined : value
  } catch {
    return undefined
  }
}

/** Maximum depth. No call needs more, and recursive functions must not overflow the stack. */
const maxDepth = 128
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g

/** For text that is valid JSON: the first duplicate key of an object, and the nesting depth. */
function scanJson(text: string): { repeated: string | null; depth: number } {
  let depth = 0
  const open: (Set<string> | null)[] = []
  let last = ''
  for (const [piece] of text.matchAll(token)) {
    if (piece === '{') open.push(new Set())
    else if (piece === '[') open.push(null)
    else if (piece === '}' || piece === ']') open.pop()
    else if (piece === ':') {
      const keys = open.at(-1)
      const key = JSON.parse(last) as string
      if (keys?.has(key)) return { repeated: last, depth }
      keys?.add(key)
    }
    last = piece
    depth = Math.max(depth, open.length)
  }
  return { repeated: null, depth }
}
