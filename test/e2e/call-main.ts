import type { Page } from '@playwright/test'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/contract.ts'
import type { Bridge, Envelope } from '#shared/ipc/envelope.ts'

/** Asks main what the window could ask: to compare what is shown with what is stored. Throws on a refusal. */
export async function callMain<Name extends CommandName>(
  page: Page,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name>> {
  const answer = await callMainForEnvelope(page, name, input)
  if (!answer.ok) throw new Error(`${name} was refused: ${answer.error.kind} ${answer.error.message}`)
  return answer.data as CommandOutput<Name>
}

/** The whole envelope, for any name. */
export function callMainForEnvelope(page: Page, name: string, input: unknown): Promise<Envelope> {
  return page.evaluate(
    ([called, given]) => (window as unknown as { banto: Bridge }).banto.call(called as string, given),
    [name, input] as const,
  )
}
