import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file that only its owner can read and write, and replaces a file of that name. The text is never in a file
 * with wider rights: a file that was there keeps its rights when it is overwritten, so a new one takes its place.
 * Windows ignores the mode: there, the rights of the folder apply.
 */
export async function writeOwnerOnlyFile(path: string, text: Iterable<string>): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`
  try {
    await writeFile(unfinished, text, { flag: 'wx', mode: 0o600 })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
