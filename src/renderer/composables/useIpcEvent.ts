import { onScopeDispose } from 'vue'
import type { EventName, EventPayload } from '#shared/ipc/contract.ts'
import { onEvent } from '#renderer/ipc-client.ts'

/** Listens to an event of main until the scope ends. */
export function useIpcEvent<Name extends EventName>(name: Name, receive: (payload: EventPayload<Name>) => void): void {
  onScopeDispose(onEvent(name, receive))
}
