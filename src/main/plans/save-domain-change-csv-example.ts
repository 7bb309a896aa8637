import { domainChangeCsvColumns } from '#shared/domain-change-csv/parse-domain-change-csv.ts'
import { csvLineChangeExamples } from '#shared/domain-change-csv/csv-line-change-examples.ts'
import { csvLineChangeKinds } from '#shared/domain-change-csv/csv-line-change.ts'
import { formatCsv } from '#main/format-csv.ts'

export interface SaveDomainChangeCsvExampleDeps {
  /** Asks the user for a path and saves the file; null when the user closed the dialog. */
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

/**
 * Saves a file with an example of each line. `labels`: a comment by `csvLineChangeKinds`, in the language of the app.
 */
export async function saveDomainChangeCsvExample(
  { choosePathAndSaveFile }: SaveDomainChangeCsvExampleDeps,
  labels: Readonly<Record<string, string>>,
): Promise<string | null> {
  const rows = csvLineChangeKinds.flatMap((kind) => [
    [`# ${labels[kind] ?? kind}`],
    ...csvLineChangeExamples[kind].map(({ what, value }) => ['example.com', what, value]),
  ])
  return choosePathAndSaveFile('banto-changes.csv', await formatCsv([domainChangeCsvColumns, ...rows]))
}
