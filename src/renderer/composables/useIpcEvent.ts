import { onScopeDispose } from 'vue'
import type { EventName, EventPayload } from '#shared/ipc/all-commands-and-events.ts'
import { onMainEvent } from '#renderer/ipc-client.ts'

/** Subscribes to an event of the main process until the scope is disposed. */
export function useIpcEvent<Name extends EventName>(name: Name, receive: (payload: EventPayload<Name>) => void): void {
  onScopeDispose(onMainEvent(name, receive))
}
