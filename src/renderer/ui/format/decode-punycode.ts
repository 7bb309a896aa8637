// The trailing slash selects the npm package. Without the slash, Node loads its own deprecated module.
import punycode from 'punycode/'

/**
 * Decodes a Punycode name, e.g. to `日本語.jp`. Null for a name without a Punycode label and for a name that cannot be
 * decoded.
 */
export function decodePunycode(name: string): string | null {
  const lowerCase = name.toLowerCase()
  try {
    const decoded = punycode.toUnicode(lowerCase)
    return decoded === lowerCase || decoded.split('.').includes('') ? null : decoded
  } catch {
    return null
  }
}
