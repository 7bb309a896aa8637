import { spawnSync } from 'node:child_process'
import { startKeyring } from '#test/start-keyring.ts'

/**
 * The keychain of the demo: the keychain of the system if it answers, else a private keychain that ends with the demo.
 */
export async function chooseOrStartDemoKeychain(): Promise<{
  what: string
  isLasting: boolean
  env: Record<string, string>
  stop: () => Promise<void>
}> {
  if (process.platform === 'darwin')
    return { what: "the Mac's own keychain", isLasting: true, env: {}, stop: async () => {} }
  if (process.platform === 'win32')
    return { what: "Windows' own credential store", isLasting: true, env: {}, stop: async () => {} }
  if (isServed()) return { what: "the desktop's own keyring", isLasting: true, env: {}, stop: async () => {} }
  const keyring = await startKeyring()
  return {
    what: 'a private gnome-keyring for this run, because no keyring answers here',
    isLasting: false,
    env: keyring.env,
    stop: () => keyring.stop(),
  }
}

/** Whether a secret service runs on the session bus. A service that D-Bus would have to start does not count. */
function isServed(): boolean {
  const { DBUS_SESSION_BUS_ADDRESS: address } = process.env
  if (address === undefined) return false
  const question = [
    '--session',
    '--print-reply',
    '--reply-timeout=2000',
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets',
  ]
  const { stdout, status } = spawnSync('dbus-send', question, { encoding: 'utf8' })
  return status === 0 && stdout.includes('boolean true')
}
