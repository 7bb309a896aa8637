/** Replaces the secret in every form that JSON or a URL may use for it. JSON around it stays valid. */
export function redactSecret(text: string, secret: string): string {
  if (secret === '') return text
  // Without a backslash or a percent sign no other form is possible, and the search for other forms is slower.
  if (!text.includes('\\') && !text.includes('%')) return text.replaceAll(secret, redactedMark)
  return text.replaceAll(writtenForms(secret), (found) => (found === escapedBackslash ? found : redactedMark))
}

const redactedMark = '•••'
const escapedBackslash = '\\\\'
const shortEscapes: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' }
let lastForms: { secret: string; forms: RegExp } | null = null

/**
 * A pattern of all forms of the secret in a text. It matches an escaped backslash, too, because the characters after it
 * are not an escape.
 */
function writtenForms(secret: string): RegExp {
  if (lastForms?.secret === secret) return lastForms.forms
  const forms = new RegExp(
    `${[...secret].map((character) => `(?:${writtenAs(character).join('|')})`).join('')}|\\\\\\\\`,
    'g',
  )
  lastForms = { secret, forms }
  return forms
}

function writtenAs(character: string): string[] {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  const unicode = units.map((unit) => `\\\\u${anyCase(unit.toString(16).padStart(4, '0'))}`).join('')
  const bytes = [...new TextEncoder().encode(character)]
    .map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`)
    .join('')
  const short = shortEscapes[character] ?? (/["\\/]/.test(character) ? character : null)
  return [literally(character), unicode, bytes, ...(short === null ? [] : [`\\\\${literally(short)}`])]
}

function literally(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
