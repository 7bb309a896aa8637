import { isIP } from 'node:net'
import { publicWhois } from './initial-world.ts'

// Whether the fields of a body follow the API description. These rules are written independently of the catalog.

type Fields = Record<string, unknown>

const isText = (value: unknown, min: number, max: number) =>
  typeof value === 'string' && value.length >= min && value.length <= max
const isWhole = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
const isAbsent = (value: unknown) => value === undefined
const types = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV']

export function isValidRecord(body: Fields, isWhole_: boolean): boolean {
  const may = (value: unknown, isRight: boolean) => (isAbsent(value) ? !isWhole_ : isRight)
  return (
    may(body['type'], types.includes(body['type'] as string)) &&
    may(body['host'], isText(body['host'], 1, 64)) &&
    may(body['content'], isText(body['content'], 1, 1024)) &&
    (isAbsent(body['ttl']) || isWhole(body['ttl'], 60, 86_400)) &&
    (isAbsent(body['priority']) || isWhole(body['priority'], 0, 999))
  )
}

/** The content of A must be an IPv4 address, of AAAA an IPv6 address; any other content is valid. */
export function isValidContent(type: unknown, content: unknown): boolean {
  const family = type === 'A' ? 4 : type === 'AAAA' ? 6 : null
  return family === null || isIP(String(content)) === family
}

export function isValidNameserverList({ nameservers: list }: Fields): boolean {
  return (
    Array.isArray(list) &&
    list.length >= 1 &&
    list.length <= 13 &&
    list.every((host) => isText(host, 3, 253) && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host as string)) &&
    new Set(list.map((host) => String(host).toLowerCase())).size === list.length
  )
}

const mayBeEmpty = ['organization_name', 'address2', 'fax', 'role']

/** Null if the description does not say whether the change is valid. */
export function isValidWhoisChange(
  { whois_privacy: privacy, fields }: Fields,
  isPrivateNow: boolean | null,
): boolean | null {
  if (isAbsent(privacy) && isAbsent(fields)) return false
  if (!isAbsent(privacy) && typeof privacy !== 'boolean') return false
  if (isAbsent(fields)) return true
  if (typeof fields !== 'object' || fields === null || Object.values(fields).some((value) => typeof value !== 'string'))
    return false
  const isPrivate = (privacy as boolean | undefined) ?? isPrivateNow
  const given = fields as Record<string, string>
  const isPublicSet = Object.keys(publicWhois).every(
    (name) => given[name] !== undefined && (given[name] !== '' || mayBeEmpty.includes(name)),
  )
  const isLatin = Object.values(given).every((value) => /^[\x20-\x7e]*$/.test(value))
  if (isPublicSet && isLatin) return true
  if (isPrivate === false) return false
  return isPrivate && Object.keys(given).length === 0 ? true : null
}

export function isValidMemo({ memo }: Fields): boolean {
  return isText(memo, 0, 500) && !/\p{Emoji_Presentation}/u.test(memo as string)
}

export function isValidIdempotencyKey(value: string | null | undefined): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(value)
}

const isDate = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
const isFlag = (value: unknown) => isAbsent(value) || typeof value === 'boolean'
const isAsciiName = (value: unknown) => isText(value, 3, 255) && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value as string)

export const isValidPaidBody: Record<'acquire' | 'transfer' | 'renew' | 'order', (body: Fields) => boolean> = {
  acquire: (body) =>
    isAsciiName(body['domain_name']) &&
    (isAbsent(body['years']) || isWhole(body['years'], 1, 5)) &&
    (isAbsent(body['nameservers']) || (Array.isArray(body['nameservers']) && body['nameservers'].length <= 6)) &&
    isWhole(body['expected_total_price'], 0, 1e9) &&
    body['agree_to_terms'] === true &&
    isFlag(body['dry_run']),
  transfer: (body) =>
    isText(body['auth_code'], 1, 255) &&
    isWhole(body['expected_total_price'], 0, 1e9) &&
    body['agree_to_terms'] === true &&
    isFlag(body['dry_run']),
  renew: (body) =>
    isWhole(body['years'], 1, 5) &&
    isDate(body['current_expiry_date']) &&
    isWhole(body['expected_total_price'], 0, 1e9) &&
    isFlag(body['dry_run']),
  order: (body) =>
    isText(body['plan_id'], 1, 64) &&
    isWhole(body['period'], 1, 60) &&
    (isAbsent(body['server_id']) ||
      (typeof body['server_id'] === 'string' && /^[a-z][a-z0-9]{2,11}$/.test(body['server_id']))) &&
    isWhole(body['expected_total_price'], 0, 1e9) &&
    body['agree_to_terms'] === true &&
    isFlag(body['auto_renew']) &&
    isFlag(body['dry_run']),
}
