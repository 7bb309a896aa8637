import { startKeyring } from './start-keyring.ts'

/** Starts a private, unlocked keyring for the test run, so that no test uses the keychain of the user. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // On macOS and Windows tests use the keychain of the system, because there is no other one.
  if (process.platform !== 'linux') return undefined
  const keyring = await startKeyring({ state: 'in-memory' })
  Object.assign(process.env, keyring.env)
  return () => keyring.stop()
}
