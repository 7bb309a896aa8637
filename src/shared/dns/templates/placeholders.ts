/**
 * `{name}` is replaced by the value of a variable. Braces that are part of the text are doubled. Other single braces are
 * kept.
 */
const placeholder = /\{\{|\}\}|\{([a-z][a-z0-9_]*)\}/g

/** The variables that a text names. */
export function findPlaceholderNames(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].flatMap(([, name]) => name ?? []))]
}

/** The text with the values of its variables. A name without a value is kept as written. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(placeholder, (found, name: string | undefined) =>
    name === undefined ? (found[0] as string) : (values.get(name) ?? found),
  )
}

/** The text in the form in which no brace is a placeholder. */
export function escapeBraces(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&')
}
