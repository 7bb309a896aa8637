import { writeFile } from 'node:fs/promises'
import { AppError } from '#shared/app-error.ts'
import { replaceFile, writeOwnerOnlyFile } from './replace-file.ts'

/**
 * Writes the parts of a text as UTF-8 to a path that the user chose. A text that is made while it is written replaces an
 * existing file only when it is complete. `isOwnerOnly`: for secrets. Throws `disk_full`, `invalid_input` if the file cannot be
 * written, and errors of the text as they are.
 */
export async function writeChosenFile(
  path: string,
  text: Iterable<string> | AsyncIterable<string>,
  { isOwnerOnly = false }: { isOwnerOnly?: boolean } = {},
): Promise<void> {
  try {
    if (isOwnerOnly) await writeOwnerOnlyFile(path, text)
    else await (Symbol.asyncIterator in text ? replaceFile(path, text) : writeFile(path, text))
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new AppError('disk_full', 'The disk is full', { cause: error })
    // An error without a code is not of the file system.
    if (code === undefined) throw error
    throw new AppError('invalid_input', `The file cannot be written there: ${message}`, { cause: error })
  }
}
