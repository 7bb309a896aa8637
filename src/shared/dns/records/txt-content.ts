import { fromUtf8ByteString, toUtf8ByteString } from '#shared/utf8-byte-string.ts'

/**
 * The content of a TXT record in two forms. The value is what DNS answers: the character strings of the record, joined.
 * The content is what the service stores. The API description does not say how the service reads quotation marks. So
 * content that consists only of quoted strings means their joined text, and any other content means itself.
 */

/** One or more quoted character strings, as in a zone file (RFC 1035, section 5.1). */
const quotedStrings = /^\s*(?:"(?:[^"\\]|\\.)*"\s*)+$/s
const quotedString = /"((?:[^"\\]|\\.)*)"/gs

/**
 * Returns the value of a TXT record with this content: all character strings joined, without quotes and escapes.
 * Readers of SPF, DKIM and DMARC join them in the same way (RFC 7208, section 3.3).
 */
export function joinTxtContent(content: string): string {
  if (!quotedStrings.test(content)) return content.trim()
  const joined = [...content.matchAll(quotedString)].map((match) => match[1]).join('')
  return unescapeTxtContent(joined) ?? content.trim()
}

/** Returns the content for a value. Values that would be trimmed, or would be read as quoted strings, are quoted. */
export function formatTxtContent(value: string): string {
  if (value !== '' && value === joinTxtContent(value)) return value
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

/**
 * Replaces `\DDD` by the byte with this decimal value and `\X` by X (RFC 1035, section 5.1). Null if an escape is
 * invalid, or if the bytes are not UTF-8: the service stores text, not bytes.
 */
export function unescapeTxtContent(escaped: string): string | null {
  if (!escaped.includes('\\')) return escaped
  if (hasInvalidTxtEscape(escaped)) return null
  return fromUtf8ByteString(
    escaped.replaceAll(
      /\\(\d{3})|\\(.)|[^\0-\x7f]+/gsu,
      (text, code: string | undefined, letter: string | undefined) =>
        code === undefined ? toUtf8ByteString(letter ?? text) : String.fromCharCode(Number(code)),
    ),
  )
}

/** Returns true if a backslash is followed by a number that is not three digits up to 255, or by nothing. */
export function hasInvalidTxtEscape(escaped: string): boolean {
  return /\\(?:$|\d(?!\d\d)|[3-9]\d\d|2[6-9]\d|25[6-9])/.test(escaped.replaceAll(/\\\D/gs, ''))
}
