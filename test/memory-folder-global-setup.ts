import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/**
 * Gives the test run a temporary folder in memory, because the tests write many small databases and wait for the disk.
 * The default temporary folder is used in three cases: the system is not Linux, the folder in memory has less than 2
 * GiB left, or less than 4 GiB of memory are available.
 */
export function setup(): (() => void) | undefined {
  if (!hasFreeMemoryFolder()) return undefined
  const folder = mkdtempSync(join(memoryFolder, 'banto-test-'))
  // Processes of other users may enter this folder but not list it: some tests start processes as another user.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasFreeMemoryFolder(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * neededBytes) return false
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
