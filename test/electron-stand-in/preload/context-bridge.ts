/* eslint-disable @typescript-eslint/no-explicit-any */
// Source code for the page: each function here is sent to Chromium with toString() and uses no name of this module.
import type { FunctionAndPromiseCodec, createSerializer } from '#test/electron-stand-in/message-serializer.ts'

type CreateWire = typeof createSerializer

/**
 * One end of the channel between the page's world and the preload's isolated world. The channel uses synchronous DOM
 * events with a random name per window, which the scripts of the page do not know.
 * Values are copied and functions become proxies, as in Electron's context bridge.
 */
export function createBridgePeer(out: string, inbound: string, makeWire: CreateWire) {
  const target = window
  const dispatch = target.dispatchEvent.bind(target)
  const Event = CustomEvent
  const clone = structuredClone
  const functions = new Map<number, (...args: any[]) => unknown>()
  const ids = new WeakMap<object, number>()
  const proxies = new Map<number, (...args: any[]) => unknown>()
  const remoteIds = new WeakMap<object, number>()
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
  const handlers: Record<string, (value: any) => void> = {}
  let lastId = 0
  let reply: any

  const messageOf = (error: any): string => String(error?.message ?? error)

  const extra: FunctionAndPromiseCodec = {
    write(value) {
      if (typeof value === 'function') {
        const remote = remoteIds.get(value)
        if (remote !== undefined) return { $t: 'yours', v: remote }
        let id = ids.get(value)
        if (id === undefined) {
          id = ++lastId
          ids.set(value, id)
          functions.set(id, value)
        }
        return { $t: 'function', v: id }
      }
      if (typeof value?.then === 'function') {
        const id = ++lastId
        value.then(
          (result: unknown) => postSettled(id, () => ({ ok: true, value: wire.encode(result) })),
          (error: unknown) => postSettled(id, () => ({ ok: false, error: messageOf(error) })),
        )
        return { $t: 'promise', v: id }
      }
      return undefined
    },
    read(tag, id) {
      if (tag === 'yours') return functions.get(id)
      if (tag === 'promise') return new Promise((resolve, reject) => promises.set(id, { resolve, reject }))
      let proxy = proxies.get(id)
      if (!proxy) {
        proxy = (...args: any[]) => callRemote(id, args)
        proxies.set(id, proxy)
        remoteIds.set(proxy, id)
      }
      return proxy
    },
  }
  const wire = makeWire(extra)

  function post(message: unknown): void {
    dispatch(new Event(out, { detail: JSON.stringify(message) }))
  }

  function postSettled(id: number, make: () => object): void {
    let settled: object
    try {
      settled = make()
    } catch (error) {
      settled = { ok: false, error: messageOf(error) }
    }
    post({ op: 'settle', id, ...settled })
  }

  // Electron cannot clone a proxy such as Vue's reactive(), although its properties could be read one by one.
  function checkCloneable(value: any): void {
    if (hasFunction(value)) return
    try {
      clone(value)
    } catch {
      throw new Error('An object could not be cloned.')
    }
  }

  function hasFunction(value: any): boolean {
    if (typeof value === 'function' || typeof value?.then === 'function') return true
    return typeof value === 'object' && value !== null && Object.values(value).some(hasFunction)
  }

  function callRemote(id: number, args: any[]): unknown {
    args.forEach(checkCloneable)
    reply = undefined
    post({ op: 'call', id, args: wire.encode(args) })
    const answer = reply
    reply = undefined
    if (!answer) return undefined
    if (!answer.ok) throw new Error(answer.error)
    return wire.decode(answer.value)
  }

  function answerCall(message: any): void {
    let answer: object
    try {
      const result = functions.get(message.id)?.(...wire.decode(message.args))
      answer = { ok: true, value: wire.encode(result) }
    } catch (error) {
      answer = { ok: false, error: messageOf(error) }
    }
    post({ op: 'reply', answer })
  }

  target.addEventListener(inbound, (event) => {
    event.stopImmediatePropagation()
    const message = JSON.parse((event as CustomEvent<string>).detail)
    if (message.op === 'reply') reply = message.answer
    else if (message.op === 'call') answerCall(message)
    else if (message.op === 'settle') {
      const promise = promises.get(message.id)
      promises.delete(message.id)
      if (message.ok) promise?.resolve(wire.decode(message.value))
      else promise?.reject(new Error(message.error))
    } else handlers[message.op]?.(wire.decode(message.value))
  })

  return { handlers, post: (op: string, value: unknown) => post({ op, value: wire.encode(value) }) }
}

/** Runs first in the page's world: defines what the preload exposes, and makes `window.open` send a request to main. */
export function installPageBridge(secret: string, makePeer: typeof createBridgePeer, makeWire: CreateWire): void {
  const peer = makePeer(`${secret}-page`, `${secret}-preload`, makeWire)
  const freeze = (value: any): any => {
    if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(freeze)
      Object.freeze(value)
    }
    return value
  }
  peer.handlers['expose'] = ({ name, api }: { name: string; api: unknown }) => {
    Object.defineProperty(window, name, { value: freeze(api), enumerable: true })
  }
  const open = window.open.bind(window)
  window.open = function (url = '', target = '', features = '') {
    if (['_self', '_top', '_parent'].includes(target)) return open(url, target, features)
    const address = url === '' ? 'about:blank' : new URL(url, document.baseURI).href
    peer.post('open-window', { url: address, frameName: target, features })
    return null
  }
}

export type PreloadWorld = {
  secret: string
  binding: string
  receiver: string
  isInSubframes: boolean
  process: Record<string, unknown>
}

/** Runs second, in the isolated world: defines the modules of a sandboxed preload and runs the preload. */
export function installPreloadBridge(
  world: PreloadWorld,
  makePeer: typeof createBridgePeer,
  makeWire: CreateWire,
  preload: ((require: unknown, module: unknown, exports: unknown, process: unknown) => void) | undefined,
): void {
  const scope = globalThis as any
  const binding = scope[world.binding] as (text: string) => void
  const peer = makePeer(`${world.secret}-preload`, `${world.secret}-page`, makeWire)
  const wire = makeWire()
  const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, { listener: (...args: any[]) => void; isOnce: boolean }[]>()
  const exposed = new Set<string>()
  let lastCall = 0

  const toHost = (message: object): void => binding(JSON.stringify(message))

  peer.handlers['open-window'] = (details: object) => toHost({ kind: 'open-window', details: wire.encode(details) })

  // For an unknown scheme Chromium would open a dialog of the desktop, which a headless run cannot show.
  navigation.addEventListener('navigate', (event) => {
    const { url } = event.destination
    if (/^(https?|about|data|blob|file|javascript|chrome|chrome-error):/.test(url)) return
    event.preventDefault()
    if (window === window.top) toHost({ kind: 'navigate', url })
  })

  const checkChannel = (channel: unknown): void => {
    if (typeof channel !== 'string')
      throw new TypeError('Error processing argument at index 0, conversion failure from ' + String(channel))
  }
  const add = (channel: string, listener: (...args: any[]) => void, isOnce: boolean): object => {
    checkChannel(channel)
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, isOnce }])
    return ipcRenderer
  }
  const remove = (channel: string, listener: (...args: any[]) => void): object => {
    const all = listeners.get(channel) ?? []
    const at = all.findLastIndex((entry) => entry.listener === listener)
    listeners.set(
      channel,
      all.filter((_, index) => index !== at),
    )
    return ipcRenderer
  }
  const ipcRenderer = {
    invoke(channel: string, ...args: unknown[]) {
      checkChannel(channel)
      const id = ++lastCall
      const text = wire.encode(args)
      return new Promise((resolve, reject) => {
        calls.set(id, { resolve, reject })
        toHost({ kind: 'invoke', id, channel, args: text })
      })
    },
    send(channel: string, ...args: unknown[]) {
      checkChannel(channel)
      toHost({ kind: 'send', channel, args: wire.encode(args) })
    },
    sendSync() {
      throw new Error('The stand-in has no synchronous messages')
    },
    on: (channel: string, listener: (...args: any[]) => void) => add(channel, listener, false),
    addListener: (channel: string, listener: (...args: any[]) => void) => add(channel, listener, false),
    once: (channel: string, listener: (...args: any[]) => void) => add(channel, listener, true),
    off: remove,
    removeListener: remove,
    removeAllListeners(channel?: string) {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
    listenerCount: (channel: string) => (listeners.get(channel) ?? []).length,
  }

  const contextBridge = {
    exposeInMainWorld(name: string, api: unknown) {
      if (exposed.has(name)) throw new Error('Cannot bind an API on top of an existing property on the window object')
      exposed.add(name)
      peer.post('expose', { name, api })
    },
  }

  Object.defineProperty(scope, world.receiver, {
    value: (text: string) => {
      const message = JSON.parse(text)
      if (message.kind === 'reply') {
        const call = calls.get(message.id)
        calls.delete(message.id)
        if (message.error === undefined) call?.resolve(wire.decode(message.value))
        else call?.reject(new Error(message.error))
        return
      }
      const args = wire.decode(message.args)
      for (const { listener, isOnce } of [...(listeners.get(message.channel) ?? [])]) {
        if (isOnce) remove(message.channel, listener)
        listener({ sender: ipcRenderer, ports: [] }, ...args)
      }
    },
  })

  window.addEventListener(
    'keydown',
    (event) =>
      toHost({
        kind: 'key',
        key: {
          type: 'keyDown',
          key: event.key,
          code: event.code,
          control: event.ctrlKey,
          shift: event.shiftKey,
          alt: event.altKey,
          meta: event.metaKey,
          isAutoRepeat: event.repeat,
        },
      }),
    true,
  )

  if (!preload || (window !== window.top && !world.isInSubframes)) return
  const electron = { contextBridge, ipcRenderer, webFrame: { setZoomFactor() {}, getZoomFactor: () => 1 } }
  const load = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  try {
    preload(load, module, module.exports, world.process)
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error))
    console.error('Unable to load preload script\n', reason)
    toHost({ kind: 'preload-error', error: wire.encode(reason) })
  }
}
