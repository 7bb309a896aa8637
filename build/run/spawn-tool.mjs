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

/**
 * For tools that keep most of the objects that they create, such as syntax trees and types. Node would copy these
 * objects many times in a small young generation, which takes a quarter of the processor time of such a tool.
 */
const youngGeneration = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * Runs a command of an installed package in the project's folder and returns its exit code.
 * @param keepsManyObjects whether the tool gets a large young generation
 */
export function runTool(
  packageName,
  args,
  { command = packageName.split('/').at(-1), keepsManyObjects = false, ...options } = {},
) {
  const nodeArgs = keepsManyObjects ? youngGeneration : []
  return runProgram(process.execPath, [...nodeArgs, scriptOf(packageName, command), ...args], options)
}

/**
 * Runs a program with this terminal and returns its exit code. On SIGTERM, this process ends after the program, so that
 * no further step begins.
 * @param onOutput gets a copy of what the program prints, as text. The program must leave no process behind that keeps
 *   its output open.
 */
export async function runProgram(program, args, { env = {}, onOutput } = {}) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: onOutput === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...(onOutput !== undefined && process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  })
  if (onOutput !== undefined) {
    copyOutput(child.stdout, process.stdout, onOutput)
    copyOutput(child.stderr, process.stderr, onOutput)
  }
  let isTerminated = false
  const end = () => {
    isTerminated = true
    child.kill('SIGTERM')
  }
  process.on('SIGTERM', end)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      // After all output was read; without pipes, at the exit.
      child.once('close', (code, signal) => resolve(code ?? signalExitCode(signal)))
    })
  } finally {
    process.off('SIGTERM', end)
    if (isTerminated) process.exit(signalExitCode('SIGTERM'))
  }
}

function copyOutput(from, to, onOutput) {
  from.setEncoding('utf8').on('data', (text) => {
    to.write(text)
    onOutput(text)
  })
}

function signalExitCode(signal) {
  return 128 + (constants.signals[signal] ?? 0)
}
