import { join } from 'node:path'
import { app, dialog } from 'electron'
import { writeChosenFile } from './write-chosen-file.ts'

/**
 * Shows a save dialog and writes the text as in `writeChosenFile`. Returns the path, or null if the dialog was closed.
 */
export async function choosePathAndSaveFile(
  suggestedName: string,
  text: Iterable<string> | AsyncIterable<string>,
  options?: { isOwnerOnly?: boolean },
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('downloads'), suggestedName),
  })
  if (canceled || filePath === '') return null
  await writeChosenFile(filePath, text, options)
  return filePath
}
