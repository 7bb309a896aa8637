import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file that only its owner can read and write. An existing file of the name is replaced by a new file and not
 * overwritten, because overwriting keeps the rights of the existing file, which may be wider.
 * Windows ignores the mode: there, the rights of the folder apply.
 */
export function writeOwnerOnlyFile(path: string, text: Iterable<string> | AsyncIterable<string>): Promise<void> {
  return writeFileAtomically(path, text, 0o600)
}

/** Writes a file. If the text ends with an error, no file is left, and an existing file of the name is unchanged. */
export async function writeFileAtomically(
  path: string,
  text: Iterable<string> | AsyncIterable<string>,
  mode?: number,
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`
  try {
    await writeFile(unfinished, text, { flag: 'wx', ...(mode !== undefined && { mode }) })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
