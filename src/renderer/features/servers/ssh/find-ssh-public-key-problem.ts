/** The reasons why a text is no public key that can be added: the text key under `serverSsh.keyProblem`. */
export type SshPublicKeyProblem = 'needed' | 'private' | 'notOpenSsh' | 'several' | 'incomplete'

/** The types of OpenSSH, without the certificates. */
const line = /^((?:ssh|ecdsa|sk)-[\w@.-]+)[ \t]+(\S+)/

/** A key in Base64 begins with the length and the name of its type. */
function namesType(base64: string, type: string): boolean {
  try {
    const bytes = atob(base64)
    const length = [...bytes.slice(0, 4)].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0)
    // Without further bytes, only the key type is present: the rest of the line was not copied.
    return bytes.slice(4, 4 + length) === type && bytes.length > 4 + length
  } catch {
    return false
  }
}

/** Checks a typed public key roughly, before a call is spent. Null if it may be one. */
export function findSshPublicKeyProblem(typed: string): SshPublicKeyProblem | null {
  const text = typed.trim()
  if (text === '') return 'needed'
  if (/PRIVATE KEY-----/.test(text)) return 'private'
  if (text.split(/\r?\n/).length > 1) return line.test(text) ? 'several' : 'notOpenSsh'
  const [, type, base64] = line.exec(text) ?? []
  if (type === undefined || base64 === undefined) return 'notOpenSsh'
  return namesType(base64, type) ? null : 'incomplete'
}

/** Returns the comment at the end of a public key, often `user@computer`. Empty if there is none. */
export function findSshPublicKeyComment(typed: string): string {
  return /^\S+\s+\S+\s+(.+)$/.exec(typed.trim())?.[1]?.trim() ?? ''
}
