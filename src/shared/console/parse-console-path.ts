/** What can be wrong with a path that a person typed. The window has one text for each. */
export const consolePathProblems = [
  'missing',
  'absoluteUrl',
  'noLeadingSlash',
  'notV1',
  'query',
  'fragment',
  'emptySegment',
  'dotSegment',
  'control',
  'encoding',
  'variable',
  'tooLong',
] as const
export type ConsolePathProblem = (typeof consolePathProblems)[number]

export type ParsedConsolePath =
  | {
      ok: true
      /** Percent-encoded, `@` and characters beyond ASCII included. */
      path: string
      /** Decoded, without the leading empty one: `['v1', 'domain', 'example.com']`. */
      segments: string[]
    }
  | { ok: false; problem: ConsolePathProblem }

const maxEncodedLength = 8192
/** Maximum rounds of decoding: more than any gateway decodes. */
const maxDecodingRounds = 6

/**
 * Parses a path as typed: percent-encoded, plain, or a mixture. A path that two programs could read differently is
 * refused: empty and dot segments in any encoding, control characters, and percent signs that encode nothing.
 */
export function parseConsolePath(typed: string): ParsedConsolePath {
  const problem = findFormProblem(typed)
  if (problem) return { ok: false, problem }
  const parts = typed.split('/').slice(1)
  // One slash at the end is a separate form, which some services distinguish.
  const named = parts.at(-1) === '' ? parts.slice(0, -1) : parts
  const segments: string[] = []
  for (const part of named) {
    const segment = decodeOnce(part)
    if (segment === null || !segment.isWellFormed()) return { ok: false, problem: 'encoding' }
    const wrong = findSegmentProblem(decodePercentEncodingRepeatedly(segment))
    if (wrong) return { ok: false, problem: wrong }
    segments.push(segment)
  }
  if (segments[0] !== 'v1') return { ok: false, problem: 'notV1' }
  if (segments.length === 1) return { ok: false, problem: 'missing' }
  const path = `/${segments.map(encodeURIComponent).join('/')}${parts.length > named.length ? '/' : ''}`
  return path.length > maxEncodedLength ? { ok: false, problem: 'tooLong' } : { ok: true, path, segments }
}

function findFormProblem(typed: string): ConsolePathProblem | null {
  if (typed.trim() === '') return 'missing'
  if (/^[a-z][a-z0-9+.-]*:/i.test(typed) || /^[/\\]{2}/.test(typed)) return 'absoluteUrl'
  if (!typed.startsWith('/')) return 'noLeadingSlash'
  if (typed.includes('#')) return 'fragment'
  if (typed.includes('?')) return 'query'
  if (/\{\{|\}\}/.test(typed)) return 'variable'
  return null
}

function findSegmentProblem(decoded: string): ConsolePathProblem | null {
  if (/[\u0000-\u001f\u007f]/.test(decoded)) return 'control'
  const inner = decoded.split(/[/\\]/)
  if (inner.some((part) => part.trim() === '')) return 'emptySegment'
  // A part such as `..;x=1` is a dot segment for some gateways.
  if (inner.some((part) => /^\s*\.{1,2}\s*(;.*)?$/.test(part))) return 'dotSegment'
  return null
}

function decodeOnce(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/**
 * Undoes up to `maxDecodingRounds` rounds of percent-encoding, as a chain of gateways could do. Escapes that do not
 * decode are kept.
 */
export function decodePercentEncodingRepeatedly(text: string): string {
  let current = text
  for (let round = 0; round < maxDecodingRounds; round += 1) {
    const next = current.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => decodeOnce(encoded) ?? encoded)
    if (next === current) return current
    current = next
  }
  return current
}
