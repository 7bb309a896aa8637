import { parseConsolePath } from '#shared/console/parse-console-path.ts'
import type { ConsoleRequestContent } from '#shared/ipc/console.ts'

/** Quotes a text as one word of a POSIX shell. */
export function quoteForShell(text: string): string {
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
    `curl --request ${method} --globoff ${quoteForShell(url)}`,
    '--header "Authorization: Bearer $API_KEY"',
    ...(body === null
      ? []
      : [`--header ${quoteForShell('Content-Type: application/json')}`, `--data-raw ${quoteForShell(body)}`]),
  ].join(' \\\n  ')
}
