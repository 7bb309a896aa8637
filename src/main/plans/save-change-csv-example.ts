import { changeCsvColumns } from '#shared/change-csv/parse-change-csv.ts'
import { csvChangeExamples } from '#shared/change-csv/csv-change-examples.ts'
import { csvChangeKinds } from '#shared/change-csv/csv-change.ts'
import { formatCsv } from '#main/format-csv.ts'

export interface SaveChangeCsvExampleDeps {
  /** Asks the user for a path and saves the file; null when the user closed the dialog. */
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

/** Saves a file with an example of each line. `labels`: a comment by `csvChangeKinds`, in the language of the app. */
export async function saveChangeCsvExample(
  { choosePathAndSaveFile }: SaveChangeCsvExampleDeps,
  labels: Readonly<Record<string, string>>,
): Promise<string | null> {
  const rows = csvChangeKinds.flatMap((kind) => [
    [`# ${labels[kind] ?? kind}`],
    ...csvChangeExamples[kind].map(({ what, value }) => ['example.com', what, value]),
  ])
  return choosePathAndSaveFile('banto-changes.csv', await formatCsv([changeCsvColumns, ...rows]))
}
