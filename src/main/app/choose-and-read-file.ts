import { dialog } from 'electron'
import { readChosenFile } from './read-chosen-file.ts'

/**
 * Shows an open dialog for files with these extensions, and reads the chosen file. Returns null if the user closed the
 * dialog.
 */
export async function chooseAndReadFile(extensions: string[], maxBytes: number): ReturnType<typeof readChosenFile> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [
      { name: extensions.join(', '), extensions },
      { name: '*', extensions: ['*'] },
    ],
  })
  return readChosenFile(canceled ? null : (filePaths[0] ?? null), maxBytes)
}
