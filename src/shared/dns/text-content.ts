/** One or more quoted character strings, as in a zone file (RFC 1035, section 5.1). */
const quotedStrings = /^(?:"(?:[^"\\]|\\.)*"\s*)+$/s
const quotedString = /"((?:[^"\\]|\\.)*)"/gs

/**
 * The text of a TXT record without quotes and escapes, all character strings joined. Readers of SPF, DKIM and DMARC
 * join them in the same way (RFC 7208, section 3.3). Content that is not made of quoted strings is the text itself.
 */
export function joinTextContent(content: string): string {
  const trimmed = content.trim()
  if (!quotedStrings.test(trimmed)) return trimmed
  return [...trimmed.matchAll(quotedString)].map(([, inner]) => unescapeText(inner as string)).join('')
}

/** `\DDD` is the character with that decimal code; any other escaped character stands for itself (RFC 1035). */
function unescapeText(text: string): string {
  return text.replaceAll(/\\(\d{3}|.)/gs, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped,
  )
}
