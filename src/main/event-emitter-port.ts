import type { EventName, EventPayload } from '#shared/ipc/all-commands-and-events.ts'

/** Sends an event to every window. */
export type EmitEvent = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void
