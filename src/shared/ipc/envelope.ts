import type { WireError } from '#shared/app-error.ts'

/** The form of every result that main sends to the renderer. Electron would keep only the message of a thrown error. */
export type Envelope<T = unknown> = { ok: true; data: T } | { ok: false; error: WireError }

/** The two channels of the bridge. */
export const callChannel = 'banto:call'
export const eventChannel = 'banto:event'

/** The API that the preload exposes as `window.banto`; the preload exposes nothing else. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Envelope>
  /** Calls `receive` with every event of main. Returns a function that ends the subscription. */
  listen(receive: (name: string, payload: unknown) => void): () => void
}
