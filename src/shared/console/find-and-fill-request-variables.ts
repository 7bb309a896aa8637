import type { ConsoleRequestContent } from '#shared/ipc/console.ts'
import { isSensitiveFieldName } from './is-sensitive-field-or-text.ts'

/** `{{name}}`: letters, digits, `_`, `-` and `.`, as in other tools. Japanese names are allowed. */
const variable = /\{\{\s*([\p{L}\p{N}_.-]{1,64})\s*\}\}/gu

/** Returns the names of the variables in a saved request, in the order of their first use. */
export function findRequestVariables({
  path,
  query,
  body,
}: Pick<ConsoleRequestContent, 'path' | 'query' | 'body'>): string[] {
  const texts = [path, ...query.flatMap(({ name, value }) => [name, value]), body ?? '']
  return [...new Set(texts.flatMap((text) => [...text.matchAll(variable)].map((match) => match[1] as string)))]
}

/**
 * Replaces each variable by its value. In the path, a value is one segment: its slashes are encoded. In the body, a
 * value between quotes becomes a part of that JSON text; elsewhere it is JSON as typed. A missing value stays a
 * variable.
 */
export function fillRequestVariables<Content extends Pick<ConsoleRequestContent, 'path' | 'query' | 'body'>>(
  content: Content,
  values: Readonly<Record<string, string>>,
): Content {
  const fill = (text: string, write: (value: string) => string) =>
    text.replace(variable, (whole, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      return value === undefined ? whole : write(value)
    })
  return {
    ...content,
    path: fill(content.path, (value) => encodeURIComponent(value.toWellFormed())),
    query: content.query.map(({ name, value, isSecret }) => ({
      name: fill(name, (text) => text),
      value: fill(value, (text) => text),
      ...((isSecret || containsSecretVariable(value)) && { isSecret: true }),
    })),
    body: content.body === null ? null : fillBody(content.body, fill),
  }
}

function containsSecretVariable(text: string): boolean {
  return [...text.matchAll(variable)].some((match) => isSensitiveFieldName(match[1] as string))
}

/** Inside JSON strings of the body, variables are replaced by escaped values; elsewhere, by the values as typed. */
function fillBody(body: string, fill: (text: string, write: (value: string) => string) => string): string {
  return body.replace(/"(?:[^"\\]|\\[\s\S])*"|[^"]+|"/g, (part) =>
    fill(
      part,
      part.length > 1 && part.startsWith('"') ? (value) => JSON.stringify(value).slice(1, -1) : (value) => value,
    ),
  )
}
