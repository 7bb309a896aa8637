import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long the download may make no progress before it is aborted. */
const stillLimitMs = 8_000

/** The path of the Electron executable; null if it is not downloaded. */
export function electronBinary(root) {
  const folder = join(root, 'node_modules', 'electron')
  const name = join(folder, 'path.txt')
  if (!existsSync(name)) return null
  const path = join(folder, 'dist', readFileSync(name, 'utf8'))
  return existsSync(path) ? path : null
}

/** Whether windows can be shown on this machine. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Why the real Electron is not used even if its binary exists; null if it can be used. */
function reasonAgainst() {
  if (process.env.BANTO_HOST === 'electron') return null
  if (process.env.BANTO_HOST === 'stand-in') return 'BANTO_HOST asks for it'
  if (process.platform !== 'linux') return null
  if (process.getuid() === 0) return 'Electron does not start as root'
  return hasDisplay() ? null : 'Electron needs a display'
}

/** Chooses the host of the app: `binary` is the path of the real Electron, or null with a `reason` for the stand-in. */
export function chooseElectronOrStandIn(root) {
  const reason = reasonAgainst()
  if (reason !== null) return { binary: null, reason }
  const binary = electronBinary(root)
  return binary === null
    ? { binary, reason: 'the binary of Electron could not be downloaded' }
    : { binary, reason: null }
}

/**
 * Downloads Electron's binary if it can be used and is missing. A failure is remembered until the packages are
 * installed again. Returns a text that says what is used.
 */
export async function prepareElectron(root, report) {
  const reason = reasonAgainst()
  if (reason !== null) return `the stand-in on Chromium is used: ${reason}`
  if (electronBinary(root) !== null) return 'the real Electron is there and is used'
  const stamp = join(root, 'node_modules', '.banto', 'electron.json')
  const standIn = 'the stand-in on Chromium is used (to try again: npx install-electron)'
  if (existsSync(stamp)) return `its binary could not be downloaded earlier; ${standIn}`
  report('downloading its binary')
  if (await download(root)) return 'the real Electron was downloaded and is used'
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, JSON.stringify({ failedAt: new Date().toISOString() }))
  return `its binary cannot be downloaded here; ${standIn}`
}

/** Runs Electron's installer and ends it when the download makes no progress. Returns whether the binary exists. */
async function download(root) {
  const folder = mkdtempSync(join(tmpdir(), 'banto-electron-'))
  const installer = spawn(process.execPath, [join(root, 'node_modules', 'electron', 'install.js')], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, ELECTRON_GET_NO_PROGRESS: '1' },
  })
  const ended = new Promise((resolve) => installer.once('exit', resolve).once('error', resolve))
  for (
    let before = -1, size = 0;
    size > before && installer.exitCode === null;
    size = sizeOf(folder) + sizeOf(join(root, 'node_modules', 'electron', 'dist'))
  ) {
    before = size
    await Promise.race([ended, sleep(stillLimitMs, undefined, { ref: false })])
  }
  if (installer.exitCode === null) installer.kill()
  await ended
  rmSync(folder, { recursive: true, force: true })
  return electronBinary(root) !== null
}

function sizeOf(folder) {
  try {
    return readdirSync(folder, { recursive: true }).reduce(
      (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
  } catch {
    return 0 // The folder does not exist yet or was moved while it was read.
  }
}
