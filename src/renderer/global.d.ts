import type { PreloadBridge } from '#shared/ipc/preload-bridge.ts'

declare global {
  interface Window {
    /** Exposed by the preload script. Only `ipc-client.ts` uses it. */
    readonly banto: PreloadBridge
  }
}
