import { decode, type Answer, type DecodedPacket } from 'dns-packet'
import { isSameHostName, normalizeHostName } from '#shared/host-name.ts'
import {
  formatComparableValue,
  type DnsAnswer,
  type NoUsableAnswerReason,
} from '#shared/dns/nameservers/compare-nameserver-answers-with-zone.ts'

/** `type`: one of the service's record types, or SOA. */
export interface DnsQuestion {
  name: string
  type: string
}

const responseCodes = { noError: 0, serverFailure: 2, nameError: 3, refused: 5 } as const

/** Returns the low four bits of the fourth byte (RFC 1035, section 4.1.1). */
export function getDnsResponseCode(message: Buffer): number {
  return message.readUInt8(3) & 0x0f
}

/** Returns the flag TC in the third byte (RFC 1035, section 4.1.1). */
export function isDnsMessageTruncated(message: Buffer): boolean {
  return (message.readUInt8(2) & 0x02) !== 0
}

/** Returns null if the message cannot be decoded. */
export function decodeDnsMessage(message: Buffer): DecodedPacket | null {
  try {
    return decode(message)
  } catch {
    return null
  }
}

/** Returns what a complete response of a name server of `zone` says about the question. */
export function classifyDnsAnswer(message: Buffer, question: DnsQuestion, zone: string): DnsAnswer {
  const packet = decodeDnsMessage(message)
  if (packet === null) return createNoUsableDnsAnswer('unexpected_answer')
  const code = getDnsResponseCode(message)
  if (code === responseCodes.refused) return createNoUsableDnsAnswer('refused')
  if (code === responseCodes.serverFailure) return createNoUsableDnsAnswer('server_failure')
  if (code !== responseCodes.noError && code !== responseCodes.nameError)
    return createNoUsableDnsAnswer('unexpected_answer')
  if (!packet.flag_aa) return classifyReferral(packet, question, zone)
  const answers = (packet.answers ?? []).filter(({ name }) => isSameHostName(name, question.name))
  const values = valuesOf(answers, question.type)
  if (values.length > 0) return { kind: 'records', values }
  const alias = answers.find(({ type }) => type === 'CNAME')
  return alias ? { kind: 'alias', target: String(dataOf(alias)) } : { kind: 'none' }
}

/**
 * An answer that is not authoritative. About a name that the zone delegates further, a name server answers with the NS
 * records of the zone below (RFC 1034, section 4.3.2). Any other such answer shows that it does not serve the zone.
 */
function classifyReferral({ authorities = [] }: DecodedPacket, { name, type }: DnsQuestion, zone: string): DnsAnswer {
  const referral = authorities.filter(
    (record) => record.type === 'NS' && isBelow(record.name, zone) && isAtOrBelow(name, record.name),
  )
  if (referral.length === 0) return createNoUsableDnsAnswer('not_authoritative')
  const delegation = referral.filter((record) => isSameHostName(record.name, name))
  return type === 'NS' && delegation.length > 0
    ? { kind: 'records', values: valuesOf(delegation, 'NS') }
    : createNoUsableDnsAnswer('delegated')
}

function valuesOf(answers: readonly Answer[], type: string): string[] {
  return answers.filter((answer) => answer.type === type).map(answerValue)
}

function answerValue(answer: Answer): string {
  switch (answer.type) {
    case 'MX':
      return formatComparableValue({ type: 'MX', content: answer.data.exchange, priority: answer.data.preference ?? 0 })
    case 'SRV': {
      const { weight = 0, port, target, priority = 0 } = answer.data
      return formatComparableValue({ type: 'SRV', content: `${weight} ${port} ${target}`, priority })
    }
    case 'TXT':
      return textOf(answer.data)
    default:
      return formatComparableValue({ type: answer.type, content: String(dataOf(answer)), priority: 0 })
  }
}

/** The strings are joined as bytes, because a character of several bytes may be divided between two strings. */
function textOf(data: string | Buffer | (string | Buffer)[]): string {
  const parts = Array.isArray(data) ? data : [data]
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))).toString()
}

function dataOf(answer: Answer): unknown {
  return 'data' in answer ? answer.data : undefined
}

function isBelow(name: string, zone: string): boolean {
  return normalizeHostName(name).endsWith(`.${normalizeHostName(zone)}`)
}

function isAtOrBelow(name: string, zone: string): boolean {
  return isSameHostName(name, zone) || isBelow(name, zone)
}

export function createNoUsableDnsAnswer(reason: NoUsableAnswerReason): DnsAnswer {
  return { kind: 'no_usable_answer', reason }
}
