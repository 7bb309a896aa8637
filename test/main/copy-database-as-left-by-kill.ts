import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const databaseFiles = ['banto.db', 'banto.db-wal']

/**
 * Copies the database of a running app as a kill at this moment would leave it. The returned function puts the copy
 * back while no app runs: a rig can only end its app in order, which waits for answers and notes lost ones.
 */
export function copyDatabaseAsLeftByKill(profile: string): () => void {
  const file = (name: string) => join(profile, name)
  for (const name of databaseFiles) copyFileSync(file(name), file(`${name}.killed`))
  return () => {
    for (const name of databaseFiles) copyFileSync(file(`${name}.killed`), file(name))
    if (existsSync(file('banto.db-shm'))) rmSync(file('banto.db-shm'))
  }
}
