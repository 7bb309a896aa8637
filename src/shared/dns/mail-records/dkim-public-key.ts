import { decodeBase64, encodeBase64 } from './base64.ts'

/** The value of `p`, and the algorithm of `k`. */
export interface DkimPublicKey {
  keyType: 'rsa' | 'ed25519'
  /** Base64, without blanks. */
  publicKey: string
}

/** RSA: the length of the modulus. Ed25519: always 256. */
export type DkimKeyStrength = { bits: number } | { problem: 'base64' | 'form' }

const ed25519KeyBytes = 32
const tags = { integer: 0x02, bitString: 0x03, sequence: 0x30 }
/** AlgorithmIdentifier of rsaEncryption (RFC 3279, section 2.3.1) and of Ed25519 (RFC 8410, section 3), in DER. */
const rsaAlgorithm = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
const ed25519Algorithm = [0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70]

/** Reads the key of a record: SubjectPublicKeyInfo or RSAPublicKey for RSA (RFC 6376, 3.6.1), 32 bytes for Ed25519. */
export function measureDkimKey(keyType: 'rsa' | 'ed25519', publicKey: string): DkimKeyStrength {
  const bytes = decodeBase64(publicKey)
  if (!bytes) return { problem: 'base64' }
  if (keyType === 'ed25519') return bytes.length === ed25519KeyBytes ? { bits: 256 } : { problem: 'form' }
  const bits = measureRsaKey(unwrapKeyInfo(bytes, rsaAlgorithm) ?? bytes)
  return bits === null ? { problem: 'form' } : { bits }
}

/** Returns the key of a PEM public key. Null if the text has no public key that DKIM can use. */
export function parsePemPublicKey(text: string): DkimPublicKey | null {
  const [, label, body = ''] = /-----BEGIN ((?:RSA )?PUBLIC KEY)-----(.*?)-----END \1-----/s.exec(text) ?? []
  const bytes = label === undefined ? null : decodeBase64(body.replaceAll(/[\s"]/g, ''))
  if (!bytes) return null
  if (label === 'RSA PUBLIC KEY')
    return measureRsaKey(bytes) === null ? null : { keyType: 'rsa', publicKey: encodeBase64(wrapRsaKey(bytes)) }
  const ed25519 = unwrapKeyInfo(bytes, ed25519Algorithm)
  if (ed25519?.length === ed25519KeyBytes) return { keyType: 'ed25519', publicKey: encodeBase64(ed25519) }
  const rsa = unwrapKeyInfo(bytes, rsaAlgorithm)
  return rsa && measureRsaKey(rsa) !== null ? { keyType: 'rsa', publicKey: encodeBase64(bytes) } : null
}

interface DerValue {
  content: number[]
  /** The bytes after the value. */
  rest: number[]
}

/** Reads one value with this tag (X.690, section 8.1). */
function readDer(bytes: readonly number[], tag: number): DerValue | null {
  const [first, short] = bytes
  if (first !== tag || short === undefined) return null
  const lengthBytes = short < 0x80 ? 0 : short - 0x80
  const start = 2 + lengthBytes
  if (lengthBytes > 3) return null
  const length = lengthBytes === 0 ? short : bytes.slice(2, start).reduce((sum, byte) => sum * 256 + byte, 0)
  return bytes.length < start + length
    ? null
    : { content: bytes.slice(start, start + length), rest: bytes.slice(start + length) }
}

function writeDer(tag: number, content: readonly number[]): number[] {
  const { length } = content
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return [tag, ...lengthBytes, ...content]
}

/** Returns the key inside a SubjectPublicKeyInfo of this algorithm. */
function unwrapKeyInfo(bytes: readonly number[], algorithm: readonly number[]): number[] | null {
  const info = readDer(bytes, tags.sequence)
  if (!info || info.rest.length > 0 || algorithm.some((byte, index) => info.content[index] !== byte)) return null
  const key = readDer(info.content.slice(algorithm.length), tags.bitString)
  // The first byte is the number of unused bits.
  return key && key.rest.length === 0 && key.content[0] === 0 ? key.content.slice(1) : null
}

function wrapRsaKey(key: readonly number[]): number[] {
  return writeDer(tags.sequence, [...rsaAlgorithm, ...writeDer(tags.bitString, [0, ...key])])
}

/** Returns the bits of the modulus of an RSAPublicKey (RFC 8017, section A.1.1); null if it is not one. */
function measureRsaKey(bytes: readonly number[]): number | null {
  const key = readDer(bytes, tags.sequence)
  const modulus = key && key.rest.length === 0 ? readDer(key.content, tags.integer) : null
  const exponent = modulus && readDer(modulus.rest, tags.integer)
  if (!exponent || exponent.rest.length > 0) return null
  const start = modulus.content.findIndex((byte) => byte !== 0)
  const first = modulus.content[start]
  return first === undefined ? null : (modulus.content.length - start) * 8 - Math.clz32(first) + 24
}
