import { createHash } from 'node:crypto'

/** Returns a hexadecimal digest. The same text always gives the same digest. */
export function hashTextToHex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns a number below `limit` that follows from a text. */
export function hashTextToNumber(text: string, limit: number): number {
  return Number.parseInt(hashTextToHex(text).slice(0, 8), 16) % limit
}
