import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unlockKeyringCollection } from './unlock-keyring.ts'

/**
 * A private keyring: a D-Bus daemon that starts no services, and gnome-keyring in a temporary folder. The keyring of
 * the user is neither read nor changed. Needs the packages dbus, gnome-keyring and libsecret-1-0.
 */
export interface Keyring {
  /** Environment variables for a process that uses this keyring. */
  env: { DBUS_SESSION_BUS_ADDRESS: string }
  lock(): Promise<void>
  /** Unlocks the keyring and starts the daemon if none runs; the items are kept. */
  unlock(): Promise<void>
  /** Stops the daemon (SIGSTOP): calls are accepted but not answered. */
  freeze(): void
  thaw(): void
  /** Ends the daemon; the bus continues to run. */
  endDaemon(): Promise<void>
  stop(): Promise<void>
}

const password = 'keyring of a test'
const secretService = 'org.freedesktop.secrets'
const collection = '/org/freedesktop/secrets/collection/login'
/** The collection that gnome-keyring keeps in memory. */
const sessionCollection = '/org/freedesktop/secrets/collection/session'
const waitMs = 60_000

const busConfig = (dir: string) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${dir}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

/**
 * Starts a private keyring. `none`: a bus without a secret service. `locked`: a keyring that was unlocked once, because
 * only that creates it. `in-memory`: an unlocked keyring whose items end with its daemon; in a file, each change
 * encrypts all items of all tests again. Throws if a program of the keyring cannot be started.
 */
export async function startKeyring({
  state = 'unlocked',
}: { state?: 'unlocked' | 'locked' | 'in-memory' | 'none' } = {}): Promise<Keyring> {
  const dir = mkdtempSync(join(tmpdir(), 'keyring-'))
  const config = join(dir, 'bus.conf')
  writeFileSync(config, busConfig(dir))
  const bus = spawnTool('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], process.env)
  const env = { DBUS_SESSION_BUS_ADDRESS: await firstLine(bus, 'dbus-daemon') }
  const daemonEnv = { PATH: process.env['PATH'], HOME: dir, XDG_RUNTIME_DIR: dir, ...env }
  let daemon: ChildProcess | null = null

  const send = (args: string[]) => {
    const { stdout, stderr, status, error } = spawnSync('dbus-send', ['--session', '--print-reply', ...args], {
      env: daemonEnv,
      encoding: 'utf8',
    })
    if (error || status !== 0) throw new Error(`dbus-send failed: ${error?.message ?? stderr}`)
    return stdout
  }
  const isServed = () =>
    send([
      '--dest=org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      'org.freedesktop.DBus.NameHasOwner',
      `string:${secretService}`,
    ]).includes('true')

  async function waitUntilServed(isWanted: boolean): Promise<void> {
    const end = Date.now() + waitMs
    while (isServed() !== isWanted) {
      if (Date.now() > end) throw new Error(`gnome-keyring-daemon did not ${isWanted ? 'start' : 'end'}`)
      await sleep(20)
    }
  }

  async function endDaemon(): Promise<void> {
    if (!daemon) return
    await end(daemon)
    daemon = null
    await waitUntilServed(false)
  }

  async function unlock(): Promise<void> {
    if (daemon) return unlockKeyringCollection(env.DBUS_SESSION_BUS_ADDRESS, collection, password)
    daemon = spawnTool('gnome-keyring-daemon', ['--unlock', '--components=secrets', '--foreground'], daemonEnv)
    daemon.stdin?.end(password)
    await waitUntilServed(true)
  }

  async function lock(): Promise<void> {
    send([
      `--dest=${secretService}`,
      '/org/freedesktop/secrets',
      'org.freedesktop.Secret.Service.Lock',
      `array:objpath:${collection}`,
    ])
  }

  function keepItemsInMemory(): void {
    send([
      `--dest=${secretService}`,
      '/org/freedesktop/secrets',
      'org.freedesktop.Secret.Service.SetAlias',
      'string:default',
      `objpath:${sessionCollection}`,
    ])
  }

  async function stop(): Promise<void> {
    process.removeListener('exit', killAll)
    if (daemon) await end(daemon)
    await end(bus)
    rmSync(dir, { recursive: true, force: true })
  }
  function killAll() {
    daemon?.kill('SIGKILL')
    bus.kill('SIGKILL')
  }
  process.once('exit', killAll)

  try {
    if (state !== 'none') await unlock()
    if (state === 'locked') await lock()
    if (state === 'in-memory') keepItemsInMemory()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    env,
    lock,
    unlock,
    freeze: () => daemon?.kill('SIGSTOP'),
    thaw: () => daemon?.kill('SIGCONT'),
    endDaemon,
    stop,
  }
}

function spawnTool(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.on('error', (error) => {
    throw new Error(`${command} cannot be started; install dbus, gnome-keyring and libsecret-1-0 (${error.message})`)
  })
  return child
}

function firstLine(child: ChildProcess, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', () => reject(new Error(`${command} ended before it was ready`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 2000)
  await ended
  clearTimeout(timer)
}
