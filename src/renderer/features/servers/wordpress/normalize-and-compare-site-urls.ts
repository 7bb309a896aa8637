import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'

/**
 * Turns typed text into a full URL with a Punycode host; adds `https://` if there is no scheme. Null if the text is not
 * a web address. The main process checks it again.
 */
export function normalizeSiteUrl(typed: string): string | null {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.hostname.includes('.') ? url.href : null
}

/** Returns the host with its Japanese characters; null if it has none. */
export function decodeSiteHost(url: string): string | null {
  const host = URL.parse(url)?.hostname
  return host === undefined ? null : decodePunycode(host)
}

/** Returns true if a typed address confirms the listed one. The scheme and the slash at the end may be left out. */
export function isSameSiteUrl(typed: string, url: string): boolean {
  if (typed.trim() === url) return true
  const formOf = (text: string) =>
    normalizeSiteUrl(text)
      ?.replace(/^https?:/, '')
      .replace(/\/$/, '')
  const form = formOf(typed)
  return form !== undefined && form === formOf(url)
}
