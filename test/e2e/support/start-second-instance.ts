import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { electronHostCommand } from './launch-app.ts'

/** Starts the app on a profile that is in use, without Playwright, and waits for its end. */
export async function startSecondInstance(profile: string): Promise<{ code: number | null }> {
  const { path, root } = electronHostCommand()
  const child = spawn(path, [root, `--profile=${profile}`], { cwd: root, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  return { code }
}
