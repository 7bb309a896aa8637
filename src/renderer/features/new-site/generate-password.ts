/** 64 characters, so that six bits of a random byte choose one without a bias. */
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const length = 24

/** A password of 24 characters with 144 random bits. The API description has no rules for passwords. */
export function generatePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return [...bytes].map((byte) => characters[byte % characters.length]).join('')
}
