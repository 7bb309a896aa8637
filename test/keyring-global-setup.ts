import { startKeyring } from './start-keyring.ts'

/** One unlocked keyring for the whole run, so that every test that stores a key does so in a real keychain that is nobody's. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // On macOS and Windows the system's own keychain is the only one there is.
  if (process.platform !== 'linux') return undefined
  const keyring = await startKeyring()
  Object.assign(process.env, keyring.env)
  return () => keyring.stop()
}
