/** 64 characters, so six bits of a random byte choose one without a bias. */
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const length = 24
/** Panels often ask for each of these groups. A hyphen in front would be read as an option by a command. */
const rules = [/[a-z]/, /[A-Z]/, /\d/, /[-_]/, /^[a-zA-Z]/]

/**
 * A password of 24 characters with about 140 random bits. The API description has no rules for passwords.
 * `fillRandom`: fills the bytes with random values.
 */
export function generatePassword(
  fillRandom: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
) {
  const bytes = new Uint8Array(length)
  let password: string
  do {
    fillRandom(bytes)
    password = [...bytes].map((byte) => characters[byte % characters.length]).join('')
  } while (!rules.every((rule) => rule.test(password)))
  return password
}
