/**
 * Texts of the window, by key: `heading.…`, `status.…`, `value.on` and `value.off`. A missing text is replaced by the name in
 * the contract.
 */
export type ListCsvLabels = Readonly<Record<string, string>>

export type FindCsvLabel = (group: string, name: string) => string

export function createFindCsvLabel(words: ListCsvLabels): FindCsvLabel {
  return (group, name) => words[`${group}.${name}`] ?? name
}
