import { AppError, toWireError } from '#shared/app-error.ts'
import { toInputIssues } from '#shared/input-issues.ts'
import { commands, type CommandName } from '#shared/ipc/all-commands-and-events.ts'
import type { IpcResultEnvelope } from '#shared/ipc/ipc-result-envelope.ts'
import type { Handlers } from './handler-types.ts'

type AnyHandler = (input: unknown) => unknown

export interface CommandRouter {
  /** Parses the input, runs the handler and returns an envelope. Never rejects. */
  call(name: unknown, input: unknown): Promise<IpcResultEnvelope>
}

/**
 * Routes commands by name, and refuses names outside the contract.
 * `handlers` is called for every command, because most handlers exist only while the database is open.
 */
export function createCommandRouter(
  handlers: () => Partial<Handlers>,
  onBug: (name: string, thrown: unknown) => void,
): CommandRouter {
  const contract = new Map(Object.entries(commands))

  async function run(name: unknown, input: unknown): Promise<unknown> {
    const entry = typeof name === 'string' ? contract.get(name) : undefined
    if (!entry) throw new AppError('unknown_command', 'This command is not part of the app.')
    const parsed = entry.input.safeParse(input)
    if (!parsed.success) {
      const issues = toInputIssues(parsed.error)
      throw new AppError(
        'invalid_input',
        `${name as string}: ${issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ')}`,
        { details: { issues } },
      )
    }
    const handler = handlers()[name as CommandName] as AnyHandler | undefined
    if (!handler) throw new AppError('database_failed', 'The database is not open.')
    return await handler(parsed.data)
  }

  return {
    async call(name, input) {
      try {
        return { ok: true, data: await run(name, input) }
      } catch (thrown) {
        if (!(thrown instanceof AppError)) onBug(String(name), thrown)
        return { ok: false, error: toWireError(thrown) }
      }
    },
  }
}
