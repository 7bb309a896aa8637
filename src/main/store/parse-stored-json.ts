import { wireErrorSchema, type WireError } from '#shared/app-error.ts'

/** An error as it was stored; null for none, and for one that this version does not know. */
export function parseStoredError(text: string | null): WireError | null {
  return text === null ? null : (wireErrorSchema.safeParse(parseJsonOrNull(text)).data ?? null)
}

/** Null for what is no JSON. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
