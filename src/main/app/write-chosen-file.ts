import { writeFile } from 'node:fs/promises'
import { AppError } from '#shared/app-error.ts'
import { writeFileAtomically, writeOwnerOnlyFile } from './write-file-atomically.ts'

/**
 * Writes the parts of a text as UTF-8 to a path. An asynchronous text, or a text with `isOwnerOnly`, is first written
 * under another name. The complete file then replaces an existing file. Any other text overwrites an existing file
 * directly. `isOwnerOnly`: for secrets; only the user may read the file. Throws `disk_full`, and `invalid_input` if the
 * file cannot be written. An error thrown while the text is being produced is passed on unchanged.
 */
export async function writeChosenFile(
  path: string,
  text: Iterable<string> | AsyncIterable<string>,
  { isOwnerOnly = false }: { isOwnerOnly?: boolean } = {},
): Promise<void> {
  try {
    if (isOwnerOnly) await writeOwnerOnlyFile(path, text)
    else await (Symbol.asyncIterator in text ? writeFileAtomically(path, text) : writeFile(path, text))
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new AppError('disk_full', 'The disk is full', { cause: error })
    // Errors of the file system have a code. Any other error is thrown as it is.
    if (code === undefined) throw error
    throw new AppError('invalid_input', `The file cannot be written there: ${message}`, {
      cause: error,
      details: { reason: 'unwritable_file' },
    })
  }
}
