// The trailing slash names the package: without it, Node means a module of its own that is deprecated.
import punycode from 'punycode/'

/** What a Punycode name stands for, e.g. `日本語.jp`; null for a name without a Punycode label, and for one that cannot be decoded. */
export function decodePunycode(name: string): string | null {
  const lowerCase = name.toLowerCase()
  try {
    const decoded = punycode.toUnicode(lowerCase)
    return decoded === lowerCase || decoded.split('.').includes('') ? null : decoded
  } catch {
    return null
  }
}
