import { wireErrorSchema, type WireError } from '#shared/errors.ts'

/** An error as it was stored; null for none, and for one that this version does not know. */
export function parseWireError(text: string | null): WireError | null {
  return text === null ? null : (wireErrorSchema.safeParse(parseJson(text)).data ?? null)
}

/** Null for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
