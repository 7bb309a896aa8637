import {
  formatMailRecordTagList,
  parseMailRecordTagList,
  splitTagValue,
  findTagValue,
  type MailRecordTag,
  type MailRecordTagList,
} from './mail-record-tag-list.ts'

/** A key record at `selector._domainkey` (RFC 6376, section 3.6.1). */
export interface DkimRecord {
  /** `k`: `rsa` or `ed25519` (RFC 8463). Empty: the record has no `k`, which means `rsa`. */
  keyType: string
  /** `p`: Base64 without blanks. Empty: the key is revoked. */
  publicKey: string
  /** `t`: `y` tests DKIM, `s` excludes subdomains. */
  flags: string[]
  /** `s`: `*` or `email`. Empty: all services. */
  services: string[]
  /** `h`: the hash algorithms. Empty: all. */
  hashes: string[]
  /** `n`: a note for administrators. */
  notes: string
  otherTags: MailRecordTag[]
}

export const dkimTagNames = ['v', 'h', 'k', 'n', 'p', 's', 't']

export const emptyDkimRecord: DkimRecord = {
  keyType: 'rsa',
  publicKey: '',
  flags: [],
  services: [],
  hashes: [],
  notes: '',
  otherTags: [],
}

/** Returns the type of the key, also where the record leaves it out (RFC 6376, section 3.6.1). */
export function getEffectiveDkimKeyType({ keyType }: Pick<DkimRecord, 'keyType'>): string {
  return keyType === '' ? 'rsa' : keyType
}

/** Tags are case-sensitive (RFC 6376, section 3.2). */
export function parseDkimTags(value: string): MailRecordTagList {
  return parseMailRecordTagList(value, { isCaseSensitive: true })
}

/** Null if the value has no `p`, so it is not a key record. */
export function parseDkimRecord(value: string): DkimRecord | null {
  const list = parseDkimTags(value)
  const publicKey = findTagValue(list, 'p')
  if (publicKey === undefined) return null
  return {
    keyType: findTagValue(list, 'k')?.toLowerCase() ?? '',
    publicKey: publicKey.replaceAll(/\s+/g, ''),
    flags: splitTagValue(findTagValue(list, 't'), ':'),
    services: splitTagValue(findTagValue(list, 's'), ':'),
    hashes: splitTagValue(findTagValue(list, 'h'), ':'),
    notes: decodeNotes(findTagValue(list, 'n') ?? ''),
    otherTags: list.tags.filter(({ name }) => !dkimTagNames.includes(name)),
  }
}

export function formatDkimRecord(record: DkimRecord): string {
  const optional: MailRecordTag[] = [
    { name: 'k', value: record.keyType },
    { name: 'h', value: record.hashes.join(':') },
    { name: 's', value: record.services.join(':') },
    { name: 't', value: record.flags.join(':') },
    { name: 'n', value: encodeNotes(record.notes) },
  ]
  return formatMailRecordTagList([
    { name: 'v', value: 'DKIM1' },
    ...optional.filter(({ value }) => value !== ''),
    ...record.otherTags,
    { name: 'p', value: record.publicKey },
  ])
}

/** Notes are in quoted-printable, in which a semicolon is also encoded (RFC 6376, section 2.11). */
function encodeNotes(notes: string): string {
  return notes
    .trim()
    .toWellFormed()
    .replaceAll(/[^ -:<>-~]+/gu, (text) =>
      [...text].map((letter) => encodeURIComponent(letter).replaceAll('%', '=')).join(''),
    )
    .replaceAll(/[\x00-\x1f\x7f]/g, ' ')
}

function decodeNotes(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('%', '%25').replaceAll(/=([0-9a-f]{2})/gi, '%$1'))
  } catch {
    return text
  }
}
