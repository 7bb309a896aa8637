import { createSocket, type Socket } from 'node:dgram'
import { createServer, type Server, type Socket as TcpSocket } from 'node:net'
import { once } from 'node:events'
import { AUTHORITATIVE_ANSWER, decode, encode, TRUNCATED_RESPONSE, type Answer } from 'dns-packet'

export type TestAnswer = Answer & { ttl?: number }

/** How a server treats questions: for all of them, or by `TYPE name`. */
export type TestBehaviour =
  | 'answer'
  | 'drop'
  | 'drop_once'
  /** UDP answers are empty and truncated, so that the client must ask over TCP. */
  | 'truncate'
  | 'server_failure'
  | 'refused'
  /** Answers without the flag AA, like a resolver, or a server that does not serve the zone. */
  | 'lame'
  | 'garbage'
  /** First sends answers with a wrong ID and with another question, then the right one. */
  | 'forged_first'

export interface TestZone {
  /** The zone that the server serves; it answers authoritatively for this name and all names below. */
  name: string
  records: TestAnswer[]
  behaviour?: TestBehaviour
  /** Overrides of `behaviour`, by `TYPE name`. */
  behaviours?: Record<string, TestBehaviour>
  delayMs?: number
}

export interface DnsTestServer {
  address: string
  port: number
  /** May be replaced while the server runs. */
  zone: TestZone
  /** Every question so far, as `udp TYPE name` or `tcp TYPE name`. */
  questions: string[]
  /** Every query message so far. */
  messages: Buffer[]
  close(): Promise<void>
}

const codes = { answer: 0, server_failure: 2, name_error: 3, refused: 5 } as const

/**
 * A small DNS server on a loopback address, over UDP and TCP. It serves one zone with wildcards, aliases (not followed)
 * and delegations below the zone.
 */
async function startAt(zone: TestZone, address: string, port: number): Promise<DnsTestServer> {
  const seen = new Set<string>()
  const udp: Socket = createSocket('udp4')
  const tcp: Server = createServer((socket) => serveTcp(socket))
  const open = new Set<TcpSocket>()
  const delayed = new Set<NodeJS.Timeout>()
  const server: DnsTestServer = {
    address,
    port,
    zone,
    questions: [],
    messages: [],
    async close() {
      for (const socket of open) socket.destroy()
      for (const timer of delayed) clearTimeout(timer)
      await Promise.all([
        new Promise<void>((resolve) => udp.close(() => resolve())),
        new Promise<void>((resolve) => tcp.close(() => resolve())),
      ])
    },
  }

  function answersTo(query: Buffer, transport: 'udp' | 'tcp'): Buffer[] {
    server.messages.push(query)
    const { id = 0, questions: [question] = [] } = decode(query)
    if (!question) return []
    const key = `${question.type} ${question.name}`
    server.questions.push(`${transport} ${key}`)
    const behaviour = server.zone.behaviours?.[key] ?? server.zone.behaviour ?? 'answer'
    const respond = (fields: {
      id?: number
      name?: string
      code?: number
      flags?: number
      answers?: Answer[]
      authorities?: Answer[]
    }) =>
      encode({
        type: 'response',
        id: fields.id ?? id,
        flags: (fields.flags ?? AUTHORITATIVE_ANSWER) | (fields.code ?? codes.answer),
        questions: [{ ...question, name: fields.name ?? question.name }],
        answers: fields.answers ?? [],
        authorities: fields.authorities ?? [],
      })
    const found = lookUp(server.zone, question.name, question.type)
    switch (behaviour) {
      case 'drop':
        return []
      case 'drop_once': {
        if (seen.has(key)) return [respond(found)]
        seen.add(key)
        return []
      }
      case 'truncate':
        return [transport === 'udp' ? respond({ flags: AUTHORITATIVE_ANSWER | TRUNCATED_RESPONSE }) : respond(found)]
      case 'server_failure':
      case 'refused':
        return [respond({ flags: 0, code: codes[behaviour] })]
      case 'lame':
        return [respond({ ...found, flags: 0 })]
      case 'garbage':
        return [Buffer.concat([respond(found).subarray(0, 12), Buffer.from([0xff, 0xff])])]
      case 'forged_first': {
        const forged: Answer[] = [{ type: 'A', name: question.name, ttl: 60, data: '198.51.100.66' }]
        return [
          respond({ id: id ^ 1, answers: forged }),
          respond({ name: `other.${question.name}`, answers: forged }),
          respond(found),
        ]
      }
      case 'answer':
        return [respond(found)]
    }
  }

  function later(send: () => void): void {
    const delayMs = server.zone.delayMs ?? 0
    if (delayMs === 0) return send()
    const timer = setTimeout(() => {
      delayed.delete(timer)
      send()
    }, delayMs)
    delayed.add(timer)
  }

  function serveTcp(socket: TcpSocket): void {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    let received = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return
      for (const answer of answersTo(received.subarray(2, 2 + received.readUInt16BE(0)), 'tcp')) {
        const length = Buffer.alloc(2)
        length.writeUInt16BE(answer.length)
        // In two parts, as a stream may divide a message anywhere.
        later(() => {
          socket.write(Buffer.concat([length, answer.subarray(0, 5)]))
          setTimeout(() => socket.destroyed || socket.write(answer.subarray(5)), 5)
        })
      }
    })
  }

  udp.on('message', (query, from) => {
    for (const answer of answersTo(query, 'udp'))
      later(() => udp.send(answer, from.port, from.address, () => undefined))
  })
  udp.bind(port, address)
  await once(udp, 'listening')
  server.port = udp.address().port
  tcp.listen(server.port, address)
  await once(tcp, 'listening').catch((error: unknown) => {
    udp.close()
    throw error
  })
  return server
}

/** Tries other ports while another program uses a port over TCP. */
export async function startDnsTestServer(zone: TestZone): Promise<DnsTestServer> {
  return (await startDnsTestServersOnOnePort(zone, ['127.0.0.1']))[0] as DnsTestServer
}

/** Authoritative servers differ by address, because name servers of all domains have one port. */
export async function startDnsTestServersOnOnePort<const Addresses extends readonly string[]>(
  zone: TestZone,
  addresses: Addresses,
): Promise<{ [Index in keyof Addresses]: DnsTestServer }> {
  for (;;) {
    const servers: DnsTestServer[] = []
    try {
      for (const address of addresses) servers.push(await startAt(zone, address, servers[0]?.port ?? 0))
      return servers as { [Index in keyof Addresses]: DnsTestServer }
    } catch (error) {
      await Promise.all(servers.map((server) => server.close()))
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

/** The answer of an authoritative server (RFC 1034, section 4.3.2), without following aliases. */
function lookUp(
  zone: TestZone,
  name: string,
  type: string,
): { flags: number; code: number; answers: Answer[]; authorities: Answer[] } {
  const lower = name.toLowerCase()
  const isIn = (record: Answer, owner: string) => record.name.toLowerCase() === owner
  const cut = zone.records.find(
    (record) =>
      record.type === 'NS' && record.name !== zone.name && (lower === record.name || lower.endsWith(`.${record.name}`)),
  )
  if (cut)
    return {
      flags: 0,
      code: codes.answer,
      answers: [],
      authorities: zone.records.filter((record) => record.type === 'NS' && record.name === cut.name),
    }
  const flags = AUTHORITATIVE_ANSWER
  const all: Answer[] = [
    {
      type: 'SOA',
      name: zone.name,
      ttl: 60,
      data: { mname: 'ns.invalid', rname: 'root.invalid', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 },
    },
    ...zone.records,
  ]
  let owned = all.filter((record) => isIn(record, lower))
  if (owned.length === 0) {
    const wildcards = lower.split('.').map((_, index, labels) => `*.${labels.slice(index + 1).join('.')}`)
    const owner = wildcards.find((wildcard) => all.some((record) => isIn(record, wildcard)))
    owned = owner === undefined ? [] : all.filter((record) => isIn(record, owner))
  }
  const answers = owned
    .filter((record) => record.type === type || record.type === 'CNAME')
    .map((record) => ({ ...record, name }))
  const exists = owned.length > 0 || all.some((record) => record.name.toLowerCase().endsWith(`.${lower}`))
  return { flags, code: exists ? codes.answer : codes.name_error, answers, authorities: [] }
}
