import { readdirSync, readFileSync, type Dirent } from 'node:fs'
import { join } from 'node:path'

/**
 * The files below a folder that contain a text, as bytes of UTF-8 or of UTF-16. A file or folder may be deleted
 * meanwhile.
 */
export function findFilesContaining(folder: string, text: string): string[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]
  return listFiles(folder).filter((path) => {
    const bytes = unlessDeleted(() => readFileSync(path))
    return bytes !== null && forms.some((form) => bytes.includes(form))
  })
}

function listFiles(folder: string): string[] {
  const entries = unlessDeleted((): Dirent[] => readdirSync(folder, { withFileTypes: true })) ?? []
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : []
  })
}

function unlessDeleted<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
