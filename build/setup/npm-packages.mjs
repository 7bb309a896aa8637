import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { UserActionRequired } from './report-step.mjs'

const isWindows = process.platform === 'win32'

/** The Node that the project runs on, brought by the npm package `node`. */
export function projectNode(root) {
  return join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')
}

/** Installs the npm packages of the lock file unless exactly these are there, and answers what was done. */
export function preparePackages(root, tell) {
  const stamp = join(root, 'node_modules', '.banto', 'packages.json')
  const wanted = JSON.stringify({
    lock: hashOf(join(root, 'package-lock.json')),
    platform: process.platform,
    arch: process.arch,
  })
  if (isInstalled(root) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
    return 'all npm packages are there'
  tell('installing from package-lock.json, the keychain module is compiled')
  const status = npm(root, ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (status !== 0) throw new UserActionRequired(`npm ci ended with ${status}; its reason stands above.`)
  if (!isInstalled(root)) {
    throw new UserActionRequired(
      'npm ci left out the Node runtime or the keychain module: were install scripts switched off (npm config get ignore-scripts)?',
    )
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
  return 'installed'
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path, 'utf8').replaceAll('\r\n', '\n')).digest('hex')
}

function isInstalled(root) {
  return (
    existsSync(projectNode(root)) && existsSync(join(root, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node'))
  )
}

/** npm on the machine's own Node: the one in node_modules would be deleted under it. */
function npm(root, args) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'))
    .join(delimiter)
  const env = { ...process.env, PATH: path, ...headers(path) }
  return spawnSync('npm', args, { cwd: root, stdio: 'inherit', env, shell: isWindows }).status
}

/** Where the machine's Node brought its C headers, compiling needs no download of them. */
function headers(path) {
  if (process.env.npm_config_nodedir !== undefined || isWindows) return {}
  const prefix = path
    .split(delimiter)
    .map((entry) => dirname(entry))
    .find((entry) => existsSync(join(entry, 'include', 'node', 'node_api.h')))
  return prefix === undefined ? {} : { npm_config_nodedir: prefix }
}
