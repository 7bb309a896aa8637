import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'

/** A journal file that is open for writing. */
export interface JournalFileHandle {
  /** Writes all of `bytes`, or throws. After an error, some of them may be in the file. */
  write(bytes: Buffer, position: number): Promise<void>
  /** Resolves when all written bytes are on the disk. */
  sync(): Promise<void>
  truncate(bytes: number): Promise<void>
  close(): Promise<void>
}

/** The file system functions that the journal uses. */
export interface JournalFileSystem {
  /**
   * Returns null when the file does not exist. Synchronous; used to open the journal, and to read a row that was
   * damaged since.
   */
  read(path: string): Buffer | null
  /** Opens a file for writing at any position. Creates it, readable by its owner only, when it does not exist. */
  open(path: string): Promise<JournalFileHandle>
  rename(from: string, to: string): Promise<void>
  /** Resolves when the names in the folder are on the disk. */
  syncFolder(folder: string): Promise<void>
}

const ownerOnly = 0o600

export const nodeFileSystem: JournalFileSystem = {
  read(path) {
    try {
      return readFileSync(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  },
  async open(path) {
    const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return open(path, 'wx+', ownerOnly)
      throw error
    })
    return {
      async write(bytes, position) {
        let done = 0
        while (done < bytes.length)
          done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
      },
      sync: () => file.datasync(),
      truncate: (bytes) => file.truncate(bytes),
      close: () => file.close(),
    }
  },
  rename,
  async syncFolder(folder) {
    // Windows cannot open a folder. NTFS logs changes of names itself.
    if (process.platform === 'win32') return
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
}
