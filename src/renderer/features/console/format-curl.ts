import { parseConsolePath } from '#shared/console/parse-console-path.ts'
import type { ConsoleRequestContent } from '#shared/ipc/console.ts'

/** Escapes a text as one word of a POSIX shell. */
export function escapeForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Returns the request for a shell. The key is a variable of that shell, never the key itself. */
export function formatCurl(baseUrl: string, { method, path, query, body }: ConsoleRequestContent): string {
  const parsed = parseConsolePath(path)
  const pairs = query
    .filter(({ name }) => name !== '')
    .map(({ name, value }) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
  const url = baseUrl + (parsed.ok ? parsed.path : path) + (pairs.length > 0 ? `?${pairs.join('&')}` : '')
  return [
    `curl --request ${method} --globoff ${escapeForShell(url)}`,
    '--header "Authorization: Bearer $API_KEY"',
    ...(body === null
      ? []
      : [`--header ${escapeForShell('Content-Type: application/json')}`, `--data-raw ${escapeForShell(body)}`]),
  ].join(' \\\n  ')
}
