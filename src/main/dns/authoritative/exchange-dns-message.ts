import { createSocket } from 'node:dgram'
import { connect } from 'node:net'

export interface NameserverAddress {
  address: string
  port: number
}

/** The answer, or why there is none. `stopped`: the signal was aborted first. */
export type DnsExchangeOutcome = Buffer | 'network' | 'stopped'

const lengthPrefixBytes = 2

/**
 * Sends a query over UDP and returns the first message for which `isAnswer` is true. The socket is connected, so that
 * the operating system drops messages from other addresses and reports closed ports.
 */
export function exchangeOverUdp(
  query: Buffer,
  { address, port }: NameserverAddress,
  isAnswer: (message: Buffer) => boolean,
  signal: AbortSignal,
): Promise<DnsExchangeOutcome> {
  const { promise, resolve } = Promise.withResolvers<DnsExchangeOutcome>()
  if (signal.aborted) return Promise.resolve('stopped')
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  const stop = () => resolve('stopped')
  signal.addEventListener('abort', stop, { once: true })
  socket.on('error', () => resolve('network'))
  socket.on('message', (message) => isAnswer(message) && resolve(message))
  socket.once('connect', () => socket.send(query))
  socket.connect(port, address)
  return promise.finally(() => {
    signal.removeEventListener('abort', stop)
    socket.close()
  })
}

/** Sends a query over TCP, where each message follows its length in two bytes (RFC 1035, section 4.2.2). */
export function exchangeOverTcp(
  query: Buffer,
  { address, port }: NameserverAddress,
  signal: AbortSignal,
): Promise<DnsExchangeOutcome> {
  const { promise, resolve } = Promise.withResolvers<DnsExchangeOutcome>()
  if (signal.aborted) return Promise.resolve('stopped')
  const socket = connect(port, address)
  const stop = () => resolve('stopped')
  signal.addEventListener('abort', stop, { once: true })
  socket.on('error', () => resolve('network'))
  socket.on('close', () => resolve('network'))
  socket.once('connect', () => {
    const length = Buffer.alloc(lengthPrefixBytes)
    length.writeUInt16BE(query.length)
    socket.write(Buffer.concat([length, query]))
  })
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    if (received.length < lengthPrefixBytes) return
    const end = lengthPrefixBytes + received.readUInt16BE(0)
    if (received.length >= end) resolve(received.subarray(lengthPrefixBytes, end))
  })
  return promise.finally(() => {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  })
}
