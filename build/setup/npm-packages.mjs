import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { UserActionRequired } from './report-step.mjs'

const isWindows = process.platform === 'win32'

/** The path of the Node that the project uses, from the npm package `node`. */
export function projectNodePath(root) {
  return join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')
}

/**
 * Installs the npm packages of the lock file unless exactly these are installed. Returns a text that says what was
 * done. Throws UserActionRequired.
 */
export function preparePackages(root, report) {
  const stamp = join(root, 'node_modules', '.banto', 'packages.json')
  const wanted = JSON.stringify({
    lock: hashOf(join(root, 'package-lock.json')),
    platform: process.platform,
    arch: process.arch,
  })
  if (isInstalled(root) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
    return 'all npm packages are there'
  report('installing from package-lock.json, the keychain module is compiled')
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
    existsSync(projectNodePath(root)) &&
    existsSync(join(root, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node'))
  )
}

/** Runs npm with the Node of the machine, because npm deletes the Node in node_modules during the installation. */
function npm(root, args) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'))
    .join(delimiter)
  const env = { ...process.env, PATH: path, ...headers(path) }
  return spawnSync('npm', args, { cwd: root, stdio: 'inherit', env, shell: isWindows }).status
}

/** Lets node-gyp use the C headers of the machine's Node if they are installed, instead of downloading them. */
function headers(path) {
  if (process.env.npm_config_nodedir !== undefined || isWindows) return {}
  const prefix = path
    .split(delimiter)
    .map((entry) => dirname(entry))
    .find((entry) => existsSync(join(entry, 'include', 'node', 'node_api.h')))
  return prefix === undefined ? {} : { npm_config_nodedir: prefix }
}
