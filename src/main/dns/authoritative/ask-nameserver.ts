import { randomInt } from 'node:crypto'
import { encode, type RecordType } from 'dns-packet'
import { isSameHostName } from '#shared/host-name.ts'
import type { DnsAnswer } from '#shared/dns/nameservers/compare-nameserver-answers-with-zone.ts'
import type { Clock } from '#main/clock.ts'
import {
  classifyDnsAnswer,
  decodeDnsMessage,
  isDnsMessageTruncated,
  createNoUsableDnsAnswer,
  type DnsQuestion,
} from './classify-dns-answer.ts'
import {
  exchangeOverTcp,
  exchangeOverUdp,
  type DnsExchangeOutcome,
  type NameserverAddress,
} from './exchange-dns-message.ts'

/** Time for one answer. A query over UDP is sent again once, because UDP loses messages. */
const answerTimeoutMs = 2000
const udpTries = 2
/** The answer size that passes through common networks without fragments (DNS flag day 2020). */
const udpPayloadBytes = 1232
const headerBytes = 12

/**
 * Asks one name server one question about a zone. The query does not ask for recursion, so that a resolver in place of
 * the name server cannot answer from its cache. `signal`: ends the question with `out_of_time`.
 */
export async function askNameserver(
  { zone, question, server }: { zone: string; question: DnsQuestion; server: NameserverAddress },
  clock: Clock,
  signal: AbortSignal,
): Promise<DnsAnswer> {
  const id = randomInt(0x10000)
  const query = encodeQuery(id, question)
  const isAnswer = (message: Buffer) => answersQuery(message, id, question)
  let outcome: DnsExchangeOutcome = 'stopped'
  for (let tries = 0; tries < udpTries && outcome === 'stopped' && !signal.aborted; tries += 1)
    outcome = await limitTime((stop) => exchangeOverUdp(query, server, isAnswer, stop), clock, signal)
  if (Buffer.isBuffer(outcome) && isDnsMessageTruncated(outcome)) {
    outcome = await limitTime((stop) => exchangeOverTcp(query, server, stop), clock, signal)
    if (Buffer.isBuffer(outcome) && !isAnswer(outcome)) return createNoUsableDnsAnswer('unexpected_answer')
  }
  if (Buffer.isBuffer(outcome)) return classifyDnsAnswer(outcome, question, zone)
  if (outcome === 'network') return createNoUsableDnsAnswer('network')
  return createNoUsableDnsAnswer(signal.aborted ? 'out_of_time' : 'timeout')
}

function encodeQuery(id: number, { name, type }: DnsQuestion): Buffer {
  return encode({
    type: 'query',
    id,
    questions: [{ name, type: type as RecordType, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: udpPayloadBytes,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  })
}

/** Returns whether a message answers the query. Any other message is ignored, as it may be forged. */
function answersQuery(message: Buffer, id: number, { name, type }: DnsQuestion): boolean {
  if (message.length < headerBytes || message.readUInt16BE(0) !== id || message.readUInt8(2) < 0x80) return false
  // A truncated message may end within a record. It is then asked again over TCP, so its content does not matter.
  if (isDnsMessageTruncated(message)) return true
  const questions = decodeDnsMessage(message)?.questions
  // Servers may leave the question out of an answer with an error code.
  if (questions === undefined || questions.length === 0) return true
  return questions.every((asked) => isSameHostName(asked.name, name) && asked.type === type)
}

async function limitTime(
  exchange: (stop: AbortSignal) => Promise<DnsExchangeOutcome>,
  clock: Clock,
  signal: AbortSignal,
): Promise<DnsExchangeOutcome> {
  const timer = new AbortController()
  const end = new AbortController()
  clock.sleep(answerTimeoutMs, end.signal).then(
    () => timer.abort(),
    () => undefined,
  )
  try {
    return await exchange(AbortSignal.any([signal, timer.signal]))
  } finally {
    end.abort()
  }
}
