// Makes the project runnable on a fresh machine, then hands over to build/run.mjs on the Node that the project brings.
// Runs on any Node from 20 on, before anything is installed: no dependencies, plain JavaScript.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareElectron } from './setup/electron-binary.mjs'
import { preparePackages, projectNode } from './setup/npm-packages.mjs'
import { UserActionRequired, formatSeconds, reportStep } from './setup/report-step.mjs'
import { prepareSystem } from './setup/system-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

async function prepare() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    throw new UserActionRequired(`Node ${process.versions.node} is too old: Node 20 or newer is needed.`)
  const begun = performance.now()
  console.log('Setting up')
  await reportStep('System', (tell) => prepareSystem(tell))
  await reportStep('Packages', (tell) => preparePackages(root, tell))
  await reportStep('Electron', (tell) => prepareElectron(root, tell))
  console.log(`Set up in ${formatSeconds(performance.now() - begun)}\n`)
}

function handOver(args) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(projectNode(root), [join(root, 'build', 'run.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  // Ctrl+C reaches the child by itself (same terminal); this process only has to outlive it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

try {
  await prepare()
  if (process.argv.length > 2) handOver(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UserActionRequired)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
