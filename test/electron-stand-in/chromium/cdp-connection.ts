import { EventEmitter } from 'node:events'
import type { Transport } from './cdp-transport.ts'

export type Params = Record<string, unknown>

/** A session of the DevTools protocol with one target. Events are emitted with their protocol name and parameters. */
export type Session = {
  events: EventEmitter
  send: <Result = Params>(method: string, params?: Params) => Promise<Result>
}

export type Connection = Session & {
  /** The session with an ID from `Target.attachToTarget` (with `flatten`). */
  session: (id: string) => Session
  forget: (id: string) => void
}

type Reply = {
  id?: number
  method?: string
  params?: Params
  result?: Params
  error?: { message: string }
  sessionId?: string
}

/** Speaks the DevTools protocol over a transport. The root session emits 'end' when the transport has ended. */
export function connectCdp(transport: Transport): Connection {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void; method: string }>()
  const sessions = new Map<string, EventEmitter>()
  const root = newEmitter()
  let lastId = 0
  let hasEnded = false

  function receive(text: string): void {
    const reply = JSON.parse(text) as Reply
    if (reply.id === undefined) {
      const target = reply.sessionId === undefined ? root : sessions.get(reply.sessionId)
      target?.emit(reply.method ?? '', reply.params ?? {})
      return
    }
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.error) call?.reject(new Error(`${call.method}: ${reply.error.message}`))
    else call?.resolve((reply.result ?? {}) as never)
  }

  transport.listen(receive, () => {
    hasEnded = true
    for (const call of waiting.values()) call.reject(new Error(`${call.method}: Chromium has ended`))
    waiting.clear()
    root.emit('end')
  })

  function send<Result>(method: string, params: Params, sessionId?: string): Promise<Result> {
    const id = ++lastId
    return new Promise((resolve, reject) => {
      if (hasEnded) return reject(new Error(`${method}: Chromium has ended`))
      waiting.set(id, { resolve, reject, method })
      transport.send(JSON.stringify({ id, method, params, sessionId }))
    })
  }

  return {
    events: root,
    send: (method, params = {}) => send(method, params),
    session(id) {
      const events = sessions.get(id) ?? newEmitter()
      sessions.set(id, events)
      return { events, send: (method, params = {}) => send(method, params, id) }
    },
    forget: (id) => void sessions.delete(id),
  }
}

function newEmitter(): EventEmitter {
  return new EventEmitter().setMaxListeners(0)
}
