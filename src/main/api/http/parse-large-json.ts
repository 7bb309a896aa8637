import { z } from 'zod'
import { yieldToEventLoop, type YieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { ArrayChunkOffsets } from '#main/json-limit-scanner.ts'

interface JsonBody {
  /** One complete JSON text in UTF-8. */
  bytes: Uint8Array
  chunkedArrays: readonly ArrayChunkOffsets[]
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
/**
 * Replaces a cut array in the outermost object. A response that contains this text itself gets the array a second time.
 */
const placeholderOf = (index: number) => `\0list ${index}`
const quoted = (index: number) => new TextEncoder().encode(JSON.stringify(placeholderOf(index)))

/**
 * Parses JSON and validates its values by the schema, with the same result as parsing in one step. A cut array is
 * parsed in chunks, and the event loop runs between them: 50,000 rows in one step would block the main process. `clean`
 * is applied to every text before it is parsed.
 */
export async function parseLargeJson(
  { bytes, chunkedArrays: lists }: JsonBody,
  schema: z.ZodType,
  clean: (text: string) => string = (text) => text,
  yieldBetween: YieldToEventLoop = yieldToEventLoop,
): Promise<z.ZodSafeParseResult<unknown>> {
  const outermost = JSON.parse(clean(decode(withoutRows(bytes, lists)))) as Record<string, unknown>
  if (lists.length === 0) return schema.safeParse(outermost)
  const arraysByPlaceholder = new Map(lists.map((list, index) => [placeholderOf(index), list]))
  const chunked = Object.entries(outermost).flatMap(([name, value]) => {
    const list = typeof value === 'string' ? arraysByPlaceholder.get(value) : undefined
    return list ? [{ name, list }] : []
  })
  // No object spread: a key may be `__proto__`.
  for (const { name } of chunked) define(outermost, name, [])
  const withoutChunked = schema.safeParse(outermost)
  if (!withoutChunked.success) return withoutChunked
  const data = withoutChunked.data as Record<string, unknown>
  for (const { name, list } of chunked) {
    const listSchema: z.ZodType = (schema instanceof z.ZodObject && schema.shape[name]) || z.unknown()
    const rows: unknown[] = []
    let from = list.start
    for (const to of list.ends) {
      const piece: unknown = JSON.parse(`[${clean(decode(bytes.subarray(from, to)))}]`)
      const parsed = listSchema.safeParse(piece)
      if (!parsed.success) return parsed
      for (const row of parsed.data as unknown[]) rows.push(row)
      from = to + 1
      await yieldBetween()
    }
    if (Object.hasOwn(data, name)) define(data, name, rows)
  }
  return { success: true, data }
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
}

/** Returns the bytes with each cut array, brackets included, replaced by its placeholder. */
function withoutRows(bytes: Uint8Array, lists: readonly ArrayChunkOffsets[]): Uint8Array {
  const parts: Uint8Array[] = []
  let from = 0
  for (const [index, { start, ends }] of lists.entries()) {
    parts.push(bytes.subarray(from, start - 1), quoted(index))
    from = (ends.at(-1) as number) + 1
  }
  parts.push(bytes.subarray(from))
  return lists.length === 0 ? bytes : Buffer.concat(parts)
}
