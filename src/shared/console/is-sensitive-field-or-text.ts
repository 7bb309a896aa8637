/**
 * Names of fields whose values are not stored. They are compared without case and separators: `admin_password`,
 * `privateKey`, `X-Api-Key`.
 */
const sensitiveName =
  /password|passwd|passphrase|secret|privatekey|authcode|authorization|credential|token|apikey|accesskey|cookie|pincode|^(pass|pw|pwd|pin|otp|auth)$|(pass|pwd)$/

export function isSensitiveFieldName(name: string): boolean {
  return sensitiveName.test(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )
}

/**
 * Returns true for a text that is always secret, whatever name its field has: a private key or an authorization header.
 */
export function isSensitiveText(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text) || /^\s*bearer\s+\S{8}/i.test(text)
}
