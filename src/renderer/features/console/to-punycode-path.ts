import { toAsciiName } from '#shared/host-name.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/**
 * Returns the path with names of hosts in Punycode; null if there is nothing to convert. A form encodes the names in
 * its path.
 */
export function toPunycodePath(path: string): string | null {
  const converted = path
    .split('/')
    .map((part) => {
      const name = decodeSegment(part)
      const at = name.lastIndexOf('@') + 1
      const host = name.slice(at)
      // Every character beyond ASCII counts, and a full-width dot is a dot.
      if (!/[^\u0000-\u007f]/.test(host) || !/[.。．｡]/.test(host)) return part
      return encodeURIComponent(name.slice(0, at)) + toAsciiName(host, idna)
    })
    .join('/')
  return converted === path ? null : converted
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
