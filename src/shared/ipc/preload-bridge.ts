import type { IpcResultEnvelope } from './ipc-result-envelope.ts'

/** The two Electron IPC channels of the bridge. */
export const callChannel = 'banto:call'
export const eventChannel = 'banto:event'

/** The API that the preload exposes as `window.banto`; the preload exposes nothing else. */
export interface PreloadBridge {
  call(name: string, input: unknown): Promise<IpcResultEnvelope>
  /** Calls `receive` with every event of main. Returns a function that ends the subscription. */
  listen(receive: (name: string, payload: unknown) => void): () => void
}
