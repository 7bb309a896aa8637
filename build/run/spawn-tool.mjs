import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The script behind a command of an installed package, to be run by this Node on every platform. */
function scriptOf(packageName, command) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Runs an installed package's command in the project's folder and answers its exit code. */
export function runTool(packageName, args, { command = packageName.split('/').at(-1), env = {} } = {}) {
  return runProgram(process.execPath, [scriptOf(packageName, command), ...args], { env })
}

/** Runs a program with this terminal and answers its exit code. */
export async function runProgram(program, args, { env = {} } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const end = () => child.kill('SIGTERM')
  process.on('SIGTERM', end)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
    })
  } finally {
    process.off('SIGTERM', end)
  }
}
