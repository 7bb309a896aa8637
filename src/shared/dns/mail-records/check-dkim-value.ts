import { checkMailRecordLength } from './check-mail-record-length.ts'
import { measureDkimKey } from './dkim-public-key.ts'
import {
  dkimTagNames,
  getEffectiveDkimKeyType,
  parseDkimRecord,
  parseDkimTags,
  type DkimRecord,
} from './dkim-record.ts'
import { createMailRecordFinding, type MailRecordFinding } from './mail-record-finding.ts'
import { checkMailRecordTagList } from './mail-record-tag-list.ts'

/**
 * Receivers do not accept shorter RSA keys, and need not accept longer ones than the maximum (RFC 8301, section 3.2).
 */
export const minRsaKeyBits = 1024
export const recommendedRsaKeyBits = 2048
export const maxRsaKeyBits = 4096

/** Returns every rule that a TXT value breaks as a DKIM key record. */
export function checkDkimValue(value: string): MailRecordFinding[] {
  const list = parseDkimTags(value)
  const version = list.tags.findIndex(({ name }) => name === 'v')
  const isWrongVersion = version > 0 || (version === 0 && list.tags[0]?.value !== 'DKIM1')
  const record = parseDkimRecord(value)
  return [
    ...checkMailRecordLength(value),
    ...(isWrongVersion ? [createMailRecordFinding('dkimVersion')] : []),
    ...checkMailRecordTagList(list, dkimTagNames),
    ...(record ? checkDkimFields(record) : [createMailRecordFinding('dkimKeyMissing')]),
  ]
}

function checkDkimFields(record: DkimRecord): MailRecordFinding[] {
  const { flags, services, hashes } = record
  return [
    ...checkKey(record),
    ...(flags.includes('y') ? [createMailRecordFinding('dkimTesting')] : []),
    ...(services.length > 0 && !services.includes('*') && !services.includes('email')
      ? [createMailRecordFinding('dkimService', { services: services.join(':') })]
      : []),
    // Receivers do not accept SHA-1 (RFC 8301, section 3.1).
    ...(hashes.length > 0 && !hashes.includes('sha256')
      ? [createMailRecordFinding('dkimSha1', { hashes: hashes.join(':') })]
      : []),
  ]
}

function checkKey(record: DkimRecord): MailRecordFinding[] {
  const { publicKey } = record
  const keyType = getEffectiveDkimKeyType(record)
  if (keyType !== 'rsa' && keyType !== 'ed25519') return [createMailRecordFinding('dkimKeyType', { type: keyType })]
  if (publicKey === '') return [createMailRecordFinding('dkimRevoked')]
  const strength = measureDkimKey(keyType, publicKey)
  if ('problem' in strength)
    return [createMailRecordFinding(strength.problem === 'base64' ? 'dkimKeyBase64' : 'dkimKeyForm', { type: keyType })]
  const { bits } = strength
  if (bits > maxRsaKeyBits) return [createMailRecordFinding('dkimKeyLong', { n: bits, max: maxRsaKeyBits })]
  if (keyType === 'ed25519' || bits >= recommendedRsaKeyBits) return []
  return [
    bits < minRsaKeyBits
      ? createMailRecordFinding('dkimKeyShort', { n: bits, min: minRsaKeyBits })
      : createMailRecordFinding('dkimKeyWeak', { n: bits, recommended: recommendedRsaKeyBits }),
  ]
}
