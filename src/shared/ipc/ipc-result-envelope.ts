import type { WireError } from '#shared/app-error.ts'

/** The form of every result that main sends to the renderer. Electron would keep only the message of a thrown error. */
export type IpcResultEnvelope<T = unknown> = { ok: true; data: T } | { ok: false; error: WireError }
