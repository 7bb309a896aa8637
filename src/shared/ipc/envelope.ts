import type { WireError } from '#shared/app-error.ts'

/** Every answer that crosses from main to the renderer: Electron keeps only the message of a thrown error. */
export type Envelope<T = unknown> = { ok: true; data: T } | { ok: false; error: WireError }

/** The two channels of the bridge. */
export const callChannel = 'banto:call'
export const eventChannel = 'banto:event'

/** What the preload exposes as `window.banto`, and nothing else. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Envelope>
  /** Hands every event of main to `receive`. Returns a function that stops it. */
  listen(receive: (name: string, payload: unknown) => void): () => void
}
