import { createInterface } from 'node:readline'
import { toWireError } from '#shared/app-error.ts'

/** Serves the calls of `startLineRpcProcess`. Ends the process when its input ends. */
export async function serveLineRpc(functions: Record<string, (...args: never[]) => unknown>): Promise<never> {
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, ...args] = JSON.parse(line) as [string, ...never[]]
    void answer(functions[name], args)
  }
  process.exit(0)
}

async function answer(work: ((...args: never[]) => unknown) | undefined, args: never[]): Promise<void> {
  try {
    if (!work) throw new Error('No such function')
    console.log(JSON.stringify({ value: (await work(...args)) ?? null }))
  } catch (error) {
    const { kind, details, message } = toWireError(error)
    if (kind === 'bug') console.error(error)
    console.log(JSON.stringify({ kind, details, message }))
  }
}
