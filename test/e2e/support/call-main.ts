import type { Page } from '@playwright/test'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { PreloadBridge } from '#shared/ipc/preload-bridge.ts'
import type { IpcResultEnvelope } from '#shared/ipc/ipc-result-envelope.ts'

/** Calls a command of main through the window's bridge and returns its data. Throws if main answers with an error. */
export async function callMain<Name extends CommandName>(
  page: Page,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name>> {
  const answer = await callMainForEnvelope(page, name, input)
  if (!answer.ok) throw new Error(`${name} was refused: ${answer.error.kind} ${answer.error.message}`)
  return answer.data as CommandOutput<Name>
}

/** Calls a command of any name and returns the envelope, including errors. */
export function callMainForEnvelope(page: Page, name: string, input: unknown): Promise<IpcResultEnvelope> {
  return page.evaluate(
    ([called, given]) => (window as unknown as { banto: PreloadBridge }).banto.call(called as string, given),
    [name, input] as const,
  )
}
