import { closeSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'

const pageBytes = 4096

/** Ways in which a failing disk or another program damages a database file. */
export const damages: Record<string, (path: string) => void> = {
  'overwritten with text': (path) => writeFileSync(path, 'This is not a database. '.repeat(1000)),
  'with other bytes in every page but the first': (path) => {
    for (let at = pageBytes; at < statSync(path).size; at += pageBytes)
      overwrite(path, at, Buffer.alloc(pageBytes, 0xa5))
  },
  'with a damaged `sqlite_schema`': (path) => overwrite(path, 100, Buffer.alloc(500, 0xff)),
  'without its second half': (path) => truncateSync(path, Math.ceil(statSync(path).size / pageBytes / 2) * pageBytes),
  'without all but its first bytes': (path) => truncateSync(path, 50),
}

export function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}
