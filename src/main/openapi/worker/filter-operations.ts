import type { UnresolvedOperation } from './find-operations-of-openapi-document.ts'
import type { OpenapiOperationFilter, OpenapiOperationPage } from './worker-requests.ts'

/** Returns a page of the operations whose method, path, summary or group contains each word of the text. */
export function filterOperations(
  operations: readonly UnresolvedOperation[],
  { text, group, offset, limit }: OpenapiOperationFilter,
): OpenapiOperationPage {
  const words = text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  const found = operations
    .map(({ summary }) => summary)
    .filter((summary) => {
      const searched = `${summary.id} ${summary.summary} ${summary.group}`.normalize('NFKC').toLowerCase()
      return words.every((word) => searched.includes(word))
    })
  const counts = new Map<string, number>()
  for (const each of found) counts.set(each.group, (counts.get(each.group) ?? 0) + 1)
  const rows = group === null ? found : found.filter((each) => each.group === group)
  return {
    rows: rows.slice(offset, offset + limit),
    total: rows.length,
    offset,
    groups: [...counts].map(([name, count]) => ({ name, count })),
  }
}
