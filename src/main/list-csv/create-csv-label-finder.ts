/**
 * Texts of the window in the language of the file. Keys have the form `group.name`: `heading.COLUMN`,
 * `status.STATUS`, `value.on`, `value.off`, `match.name` and `match.none`. Without a text, the name is written.
 */
export type ListCsvLabels = Readonly<Record<string, string>>

export type FindCsvLabel = (group: string, name: string) => string

export function createCsvLabelFinder(labels: ListCsvLabels): FindCsvLabel {
  return (group, name) => labels[`${group}.${name}`] ?? name
}
