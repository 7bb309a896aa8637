import type { EventName, EventPayload } from '#shared/ipc/contract.ts'

/** Sends an event to every window. */
export type EmitEvent = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void
