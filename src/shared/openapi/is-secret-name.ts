const secretWords = new Set([
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'pass',
  'secret',
  'token',
  'credential',
])
const secretPairs = ['apikey', 'privatekey', 'authcode', 'accesskey']

/** True for the name of a field that usually holds a secret: `admin_password`, `authCode`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
  const joined = words.join('')
  return (
    words.some((word) => secretWords.has(word.replace(/s$/, '')) || secretWords.has(word)) ||
    secretPairs.some((pair) => joined.includes(pair))
  )
}
