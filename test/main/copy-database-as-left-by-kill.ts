import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const databaseFiles = ['banto.db', 'banto.db-wal']

/**
 * Copies the database of a running app as a kill at this moment would leave it. Call the returned function after the
 * app has ended: it puts the copy back. A rig can only end its app cleanly, and then lost answers are recorded.
 */
export function copyDatabaseAsLeftByKill(profile: string): () => void {
  const file = (name: string) => join(profile, name)
  for (const name of databaseFiles) copyFileSync(file(name), file(`${name}.killed`))
  return () => {
    for (const name of databaseFiles) copyFileSync(file(`${name}.killed`), file(name))
    if (existsSync(file('banto.db-shm'))) rmSync(file('banto.db-shm'))
  }
}
