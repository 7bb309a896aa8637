import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The script of a command of an installed package, so that this Node can run it on every platform. */
function scriptOf(packageName, command) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Runs a command of an installed package in the project's folder and returns its exit code. */
export function runTool(packageName, args, { command = packageName.split('/').at(-1), ...options } = {}) {
  return runProgram(process.execPath, [scriptOf(packageName, command), ...args], options)
}

/**
 * Runs a program with this terminal and returns its exit code. On SIGTERM, this process ends after the program, so that
 * no further step begins.
 */
export async function runProgram(program, args, { env = {} } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  let isTerminated = false
  const end = () => {
    isTerminated = true
    child.kill('SIGTERM')
  }
  process.on('SIGTERM', end)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? signalExitCode(signal)))
    })
  } finally {
    process.off('SIGTERM', end)
    if (isTerminated) process.exit(signalExitCode('SIGTERM'))
  }
}

function signalExitCode(signal) {
  return 128 + (constants.signals[signal] ?? 0)
}
