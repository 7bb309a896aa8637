import { z } from 'zod'
import { breathe, type Breathe } from '../pace/slices.ts'

/** About two milliseconds of work each. */
const sliceChars = 64 * 1024
const sliceRows = 1_000

/**
 * Reads JSON like `JSON.parse`, a long list in the outermost object slice by slice: reading 50,000 rows at once would hold the window still.
 * Throws SyntaxError.
 */
export async function parseJson(text: string, rest: Breathe = breathe, chars = sliceChars): Promise<unknown> {
  if (text.length <= chars || !/^\s*\{/.test(text)) return JSON.parse(text) as unknown
  const lists: unknown[][] = []
  let skeleton = ''
  let copied = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '[' && depth === 1) {
      // A list leaves its number in the skeleton.
      skeleton += `${text.slice(copied, at)}[${lists.length}]`
      const { list, end } = await parseList(text, at, rest, chars)
      lists.push(list)
      at = end
      copied = end + 1
    } else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
  }
  const outermost = JSON.parse(skeleton + text.slice(copied)) as Record<string, unknown>
  return Object.fromEntries(Object.entries(outermost).map(([name, value]) => [name, Array.isArray(value) ? lists[value[0] as number] : value]))
}

/** The list that opens at `start`, and where it closes. */
async function parseList(text: string, start: number, rest: Breathe, chars: number): Promise<{ list: unknown[]; end: number }> {
  const list: unknown[] = []
  let from = start + 1
  let depth = 0
  const take = (to: number) => {
    const slice = text.slice(from, to)
    if (slice.trim() === '' && (from > start + 1 || text[to] === ',')) throw new SyntaxError('A list has a comma too many')
    for (const row of JSON.parse(`[${slice}]`) as unknown[]) list.push(row)
    from = to + 1
  }
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '{' || char === '[') depth += 1
    else if (depth > 0 && (char === '}' || char === ']')) depth -= 1
    else if (char === ']') {
      take(at)
      return { list, end: at }
    } else if (char === ',' && depth === 0 && at - from >= chars) {
      take(at)
      await rest()
    }
  }
  throw new SyntaxError('A list does not end')
}

/** Of the string that opens at `start`, its closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  throw new SyntaxError('A string does not end')
}

/** Like `schema.safeParse`, a long list of an object slice by slice. */
export async function safeParse(schema: z.ZodType, value: unknown, rest: Breathe = breathe, rows = sliceRows): Promise<z.ZodSafeParseResult<unknown>> {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return schema.safeParse(value)
  const long = Object.entries(value).filter(([name, list]) => Array.isArray(list) && list.length > rows && schema.shape[name] instanceof z.ZodArray)
  const short = schema.safeParse({ ...value, ...Object.fromEntries(long.map(([name]) => [name, []])) })
  if (!short.success || long.length === 0) return short
  const data: Record<string, unknown> = { ...short.data }
  for (const [name, list] of long as [string, unknown[]][]) {
    const parsed: unknown[] = []
    for (let from = 0; from < list.length; from += rows) {
      const slice = (schema.shape[name] as z.ZodArray).safeParse(list.slice(from, from + rows))
      if (!slice.success) return slice
      for (const row of slice.data) parsed.push(row)
      await rest()
    }
    data[name] = parsed
  }
  return { success: true, data }
}
