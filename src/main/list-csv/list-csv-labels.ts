/**
 * Texts of the window in the language of the file. The key is the group and the name: `heading.` and the name of a
 * column, `status.` and a status of the service, `value.on` and `value.off`, `match.name` and `match.none`. Without a
 * text, the name is written.
 */
export type ListCsvLabels = Readonly<Record<string, string>>

export type FindCsvLabel = (group: string, name: string) => string

export function createCsvLabelFinder(labels: ListCsvLabels): FindCsvLabel {
  return (group, name) => labels[`${group}.${name}`] ?? name
}
