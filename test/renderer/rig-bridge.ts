import type { CommandName } from '#shared/ipc/contract.ts'
import type { Bridge } from '#shared/ipc/envelope.ts'
import type { MainRig } from '#test/main-process-rig.ts'

export interface RigBridge {
  /** What was asked so far, oldest first. */
  asked: string[]
  /** Main does what the command asks next, and its answer waits until it is let go. */
  hold(command: CommandName): () => void
}

/** What the window has for its bridge to a rig's main process; its events do not cross. */
export function connectRigBridge(rig: MainRig): RigBridge {
  const asked: string[] = []
  const held = new Map<string, Promise<void>>()
  const banto: Bridge = {
    async call(name, input) {
      asked.push(name)
      const answer = await rig.answer(name, input)
      const waiting = held.get(name)
      held.delete(name)
      await waiting
      return answer
    },
    listen: () => () => undefined,
  }
  Object.assign(globalThis, { window: { banto } })
  return {
    asked,
    hold(command) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(command, promise)
      return resolve
    },
  }
}
