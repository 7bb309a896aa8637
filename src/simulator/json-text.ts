import { Refusal } from './refusal.ts'

/**
 * JSON of a request body. Refuses with 400: bytes that are not UTF-8, text that is not JSON, anything but an object,
 * an object that names a key twice. No bytes at all are an empty object.
 */
export function parseBody(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {}
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw new Refusal('BAD_REQUEST', 'The body is not JSON in UTF-8')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('BAD_REQUEST', 'The body is not a JSON object')
  const twice = findRepeatedKey(text)
  if (twice !== null) throw new Refusal('BAD_REQUEST', `The body names ${twice} twice`)
  return value as Record<string, unknown>
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** In text that is known to be JSON: the first key that an object has twice. */
function findRepeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = []
  let last = ''
  for (const [piece] of text.matchAll(token)) {
    if (piece === '{') open.push(new Set())
    else if (piece === '[') open.push(null)
    else if (piece === '}' || piece === ']') open.pop()
    else if (piece === ':') {
      const keys = open.at(-1)
      const key = JSON.parse(last) as string
      if (keys?.has(key)) return last
      keys?.add(key)
    }
    last = piece
  }
  return null
}
