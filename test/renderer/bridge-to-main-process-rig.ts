import type { CommandName, EventName, EventPayload } from '#shared/ipc/all-commands-and-events.ts'
import type { PreloadBridge } from '#shared/ipc/preload-bridge.ts'
import type { MainRig } from '#test/main-process-rig.ts'

export interface RigBridge {
  /** The names of the commands called so far, oldest first. */
  calls: string[]
  /**
   * Delays the answer to the next call of the command until the returned function is called; main runs it at once. The
   * function resolves when the call was answered.
   */
  hold(command: CommandName): () => Promise<void>
  /** Sends an event to the window. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void
}

/** The listeners of `ipc-client.ts`. It registers only once in a process, even if another bridge is installed later. */
const receivers = new Set<Parameters<PreloadBridge['listen']>[0]>()

/** Installs `window.banto` with a bridge to the main process of a rig. Only `emit` sends events to the window. */
export function connectRigBridge(rig: MainRig): RigBridge {
  const calls: string[] = []
  const held = new Map<string, { released: Promise<void>; settle: () => void }>()
  const banto: PreloadBridge = {
    async call(name, input) {
      calls.push(name)
      const answer = await rig.answer(name, input)
      const hold = held.get(name)
      held.delete(name)
      await hold?.released
      hold?.settle()
      return answer
    },
    listen(receive) {
      receivers.add(receive)
      return () => receivers.delete(receive)
    },
  }
  Object.assign(globalThis, { window: { banto } })
  return {
    calls,
    hold(command) {
      const release = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      held.set(command, { released: release.promise, settle: end.resolve })
      return () => {
        release.resolve()
        return end.promise
      }
    },
    emit(name, payload) {
      for (const receive of receivers) receive(name, payload)
    },
  }
}
