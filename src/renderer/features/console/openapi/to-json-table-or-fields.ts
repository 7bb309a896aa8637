/** An answer as a table or as fields, which is shown beside its text. */
export type JsonTableOrFields = { facts: JsonAnswerField[]; hiddenFacts: number } & (
  | {
      kind: 'table'
      name: string | null
      columns: string[]
      hiddenColumns: number
      rows: JsonTableCell[][]
      /** Number of rows in the answer. */
      total: number
    }
  | { kind: 'detail' }
)

export interface JsonTableCell {
  text: string
  /** A list or an object, shown as JSON. */
  isNested: boolean
}

export interface JsonAnswerField extends JsonTableCell {
  name: string
}

type JsonObject = Record<string, unknown>

export const maxJsonTableRows = 500
const maxColumns = 20
const maxFacts = 200
const maxCellLength = 500

/**
 * Converts a JSON text for display: a table for a list of objects, or for an object with one such list; a detail for
 * any other object. Null for everything else, which is shown as text only.
 */
export function toJsonTableOrFields(text: string): JsonTableOrFields | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (isObjectList(value)) return toTable(null, value, {})
  if (!isObject(value)) return null
  const entries = Object.entries(value)
  const lists = entries.filter(([, inner]) => isObjectList(inner))
  const [list] = lists
  if (lists.length !== 1 || !list) return { kind: 'detail', ...toFacts(value) }
  const rest = Object.fromEntries(entries.filter(([name]) => name !== list[0]))
  return toTable(list[0], list[1] as JsonObject[], rest)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An empty list counts, too: the table says that it has no entries. */
function isObjectList(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.every(isObject)
}

function toTable(name: string | null, list: JsonObject[], rest: JsonObject): JsonTableOrFields {
  const shown = list.slice(0, maxJsonTableRows)
  const names = new Set(shown.flatMap((row) => Object.keys(row)))
  const columns = [...names].slice(0, maxColumns)
  const rows = shown.map((row) => columns.map((column) => toCell(Object.hasOwn(row, column) ? row[column] : undefined)))
  const hiddenColumns = names.size - columns.length
  return { kind: 'table', name, columns, hiddenColumns, rows, total: list.length, ...toFacts(rest) }
}

function toFacts(value: JsonObject): Pick<JsonTableOrFields, 'facts' | 'hiddenFacts'> {
  const entries = Object.entries(value)
  const facts = entries.slice(0, maxFacts).map(([name, inner]) => ({ name, ...toCell(inner) }))
  return { facts, hiddenFacts: entries.length - facts.length }
}

function toCell(value: unknown): JsonTableCell {
  if (value === undefined || value === null) return { text: value === null ? 'null' : '', isNested: false }
  const isNested = typeof value === 'object'
  const text = isNested ? JSON.stringify(value) : String(value)
  return { text: text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text, isNested }
}
