import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundleFolderEnvVariable, findScriptUrl } from '#test/find-script-for-process-or-thread.ts'

export interface LineRpcResponse {
  value?: unknown
  kind?: string
  details?: { reason?: string }
}

/**
 * Starts a process with its own environment, because keytar uses the D-Bus of the process it runs in. The process reads
 * one call per line, `[function, ...arguments]`, and writes each result when the function ends.
 */
export function startLineRpcProcess(
  script: 'accounts-with-real-keychain-child-process.ts' | 'keychain-child-process.ts',
  args: string[],
  env: Record<string, string | undefined>,
) {
  const child = spawn(process.execPath, [fileURLToPath(findScriptUrl(`test/main/accounts/${script}`)), ...args], {
    env: {
      PATH: process.env['PATH'],
      [bundleFolderEnvVariable]: process.env[bundleFolderEnvVariable],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const tell = (...call: unknown[]) => child.stdin.write(`${JSON.stringify(call)}\n`)
  const next = async () => JSON.parse(((await lines.next()) as { value: string }).value) as LineRpcResponse
  return {
    tell,
    next,
    async call(...call: unknown[]): Promise<LineRpcResponse> {
      tell(...call)
      return next()
    },
    async end() {
      child.stdin.end()
      await ended
    },
    kill: () => child.kill('SIGKILL'),
  }
}
