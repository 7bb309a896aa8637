import { parsePemPublicKey } from './dkim-public-key.ts'
import { emptyDkimRecord, parseDkimRecord, type DkimRecord } from './dkim-record.ts'
import { createMailRecordFinding, type MailRecordFinding } from './mail-record-finding.ts'

/** `selector`: from the name before a pasted record; null if the text has none. */
export type PastedDkim = { record: DkimRecord; selector: string | null } | { record: null; finding: MailRecordFinding }

/**
 * Reads what a mail provider or a key generator shows: a PEM public key, the Base64 of a key, a TXT value, or a whole
 * line of a zone file with quoted strings over several lines. A private key is refused, so that it is never published.
 */
export function parsePastedDkim(text: string): PastedDkim {
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text)) return refuse('dkimPrivateKey')
  if (text.includes('-----BEGIN')) {
    const key = parsePemPublicKey(text)
    return key ? { record: { ...emptyDkimRecord, ...key }, selector: null } : refuse('dkimPasteForm')
  }
  const value = joinPastedStrings(text)
  const base64 = value.replaceAll(/\s+/g, '')
  if (base64.length > 40 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    return { record: { ...emptyDkimRecord, publicKey: base64 }, selector: null }
  // Programs that show a record may change the case of its tags, which DKIM does not allow.
  const record = parseDkimRecord(value.replaceAll(/(?<=^|;)\s*[A-Z]\s*=/g, (name) => name.toLowerCase()))
  const [, selector = null] = /(?:^|\s)([a-z0-9.-]+)\._domainkey\b/i.exec(text) ?? []
  return record ? { record, selector } : refuse('dkimPasteForm')
}

function refuse(code: 'dkimPrivateKey' | 'dkimPasteForm'): PastedDkim {
  return { record: null, finding: createMailRecordFinding(code) }
}

/** Returns the quoted strings of the text, joined; or the text from its first tag, without line breaks. */
function joinPastedStrings(text: string): string {
  const strings = [...text.replaceAll(/[“”]/g, '"').matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(
    (match) => match[1] as string,
  )
  const unescaped = (strings.length > 0 ? strings.join('') : text).replaceAll(/\\([;"\\])/g, '$1')
  const start = strings.length > 0 ? 0 : unescaped.search(/\b[vkp]\s*=/i)
  return unescaped
    .slice(Math.max(start, 0))
    .replaceAll(/\s*[\r\n]\s*/g, '')
    .trim()
}
