import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'

/** A file that is written while it is open. */
export interface JournalFileHandle {
  /** All of `bytes`, or throws; then some of them may be there. */
  write(bytes: Buffer, position: number): Promise<void>
  /** Resolves when all that was written is on the disk. */
  sync(): Promise<void>
  truncate(bytes: number): Promise<void>
  close(): Promise<void>
}

/** The few functions of the file system that the journal uses. */
export interface JournalFileSystem {
  /** Null when there is none. Synchronous: only at the opening. */
  read(path: string): Buffer | null
  /** To write anywhere in it; makes it, for its owner only, when there is none. */
  open(path: string): Promise<JournalFileHandle>
  rename(from: string, to: string): Promise<void>
  /** The names in the folder are on the disk afterwards. */
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
        while (done < bytes.length) done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
      },
      sync: () => file.datasync(),
      truncate: (bytes) => file.truncate(bytes),
      close: () => file.close(),
    }
  },
  rename,
  async syncFolder(folder) {
    // Windows opens no folders; its file system keeps names in a journal of its own.
    if (process.platform === 'win32') return
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
}
