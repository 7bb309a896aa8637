import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AppHarness } from './app-fixtures.ts'

/** Saves a table with a button, and returns the rows of the file by their headings. */
export async function saveCsv(
  page: Page,
  harness: AppHarness,
  { button, name }: { button: string; name: string },
): Promise<Record<string, string>[]> {
  const path = join(dirname(harness.profile), name)
  await harness.app().app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
  // The message that names the file is shown for three seconds only.
  await Promise.all([page.getByText(path).waitFor(), page.getByTestId(button).click()])
  return parseRows(readFileSync(path, 'utf8'))
}

/** Supports no line breaks in cells. */
function parseRows(text: string): Record<string, string>[] {
  const [headings, ...rows] = text
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
  return rows.map((row) => Object.fromEntries((headings ?? []).map((heading, index) => [heading, row[index] ?? ''])))
}
