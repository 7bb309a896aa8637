import { open } from 'node:fs/promises'
import { basename } from 'node:path'

/**
 * Reads a file that the user chose; null without a path. `bytes` null: the file is larger than `maxBytes`, or cannot be
 * read. Devices and pipes are not read, because they may have no end.
 */
export async function readChosenFile(
  path: string | null,
  maxBytes: number,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> | null; isTooLarge: boolean } | null> {
  if (path === null) return null
  const name = basename(path)
  const file = await open(path).catch(() => null)
  if (!file) return { name, bytes: null, isTooLarge: false }
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return { name, bytes: null, isTooLarge: false }
    if (stat.size > maxBytes) return { name, bytes: null, isTooLarge: true }
    const bytes = new Uint8Array(stat.size)
    const { bytesRead } = await file.read(bytes, 0, stat.size, 0)
    return { name, bytes: bytesRead < stat.size ? bytes.slice(0, bytesRead) : bytes, isTooLarge: false }
  } catch {
    return { name, bytes: null, isTooLarge: false }
  } finally {
    await file.close()
  }
}
