import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const attempts = 20

/**
 * Returns the bytes of every file below the folder as one text. Lists the files again if one was renamed meanwhile,
 * which the app does after it wrote a file under another name.
 */
export function readFolderAsText(folder: string, attempt = 1): string {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === attempts) throw error
    return readFolderAsText(folder, attempt + 1)
  }
}
