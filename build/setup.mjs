// Installs what the project needs on a new machine, then runs build/run.mjs with the Node of the npm package `node`.
// Runs before anything is installed: on Node 20 or newer, in plain JavaScript, without dependencies.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareElectron } from './setup/electron-binary.mjs'
import { preparePackages, projectNodePath } from './setup/npm-packages.mjs'
import { UserActionRequired, formatSeconds, reportStep } from './setup/report-step.mjs'
import { prepareSystem } from './setup/system-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

async function prepare() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    throw new UserActionRequired(`Node ${process.versions.node} is too old: Node 20 or newer is needed.`)
  const begun = performance.now()
  console.log('Setting up')
  await reportStep('System', (report) => prepareSystem(report))
  await reportStep('Packages', (report) => preparePackages(root, report))
  await reportStep('Electron', (report) => prepareElectron(root, report))
  console.log(`Set up in ${formatSeconds(performance.now() - begun)}\n`)
}

function handOver(args) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(projectNodePath(root), [join(root, 'build', 'run.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  // The terminal sends Ctrl+C to the child, too. This process ignores it and exits after the child.
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
