/**
 * `{name}` is replaced by the value of a variable. Braces that are part of the text are doubled. Other single braces
 * are kept.
 */
const placeholder = /\{\{|\}\}|\{([a-z][a-z0-9_]*)\}/g

/** Returns the names of the placeholders in a text. */
export function findPlaceholderNames(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].flatMap(([, name]) => name ?? []))]
}

/** Returns the text with the values of its variables. A name without a value is kept as written. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(placeholder, (found, name: string | undefined) =>
    name === undefined ? (found[0] as string) : (values.get(name) ?? found),
  )
}

/** Escapes all braces of a text, so that none of them is a placeholder. */
export function escapeBraces(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&')
}
