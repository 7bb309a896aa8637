import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { AppError } from '#shared/app-error.ts'
import { writeOwnerOnlyFile } from './write-owner-only-file.ts'

/**
 * Shows a save dialog and writes the parts of the text as UTF-8. Returns the path, or null if the dialog was closed.
 * `isOwnerOnly`: for secrets. Throws `disk_full`, and `invalid_input` if the file cannot be written.
 */
export async function saveFile(
  suggestedName: string,
  text: Iterable<string>,
  { isOwnerOnly = false }: { isOwnerOnly?: boolean } = {},
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('downloads'), suggestedName),
  })
  if (canceled || filePath === '') return null
  try {
    await (isOwnerOnly ? writeOwnerOnlyFile(filePath, text) : writeFile(filePath, text))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new AppError('disk_full', 'The disk is full', { cause: error })
    throw new AppError('invalid_input', `The file cannot be written there: ${message}`, { cause: error })
  }
  return filePath
}
