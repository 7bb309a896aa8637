import type { Bridge } from '#shared/ipc/bridge.ts'

declare global {
  interface Window {
    /** Exposed by the preload; `client.ts` is its only user. */
    readonly banto: Bridge
  }
}
