import { createHash } from 'node:crypto'
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Start = { argv: string[]; cwd: string; data: unknown }

let held: { folder: string; watcher: FSWatcher } | undefined
let startFiles = 0

/**
 * Acquires the lock of a profile, or writes the arguments of this start to a file for the process that has the lock,
 * and returns false. The lock is a symbolic link that names its process, because creating a link is atomic. The lock
 * of a process that has ended is ignored.
 */
export function acquireInstanceLock(userData: string, data: unknown, onSecond: (start: Start) => void): boolean {
  if (held) return true
  mkdirSync(userData, { recursive: true })
  const folder = join(
    tmpdir(),
    `banto-host-lock-${createHash('sha256').update(realpathSync(userData)).digest('hex').slice(0, 16)}`,
  )
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'holder')
  while (!tryLink(lock)) {
    if (isAlive(readLink(lock))) {
      writeStart(folder, { argv: process.argv, cwd: process.cwd(), data })
      return false
    }
    try {
      const dead = `${lock}-${process.pid}`
      renameSync(lock, dead)
      unlinkSync(dead)
    } catch {
      // Another process took the lock first; check again.
    }
  }
  for (const name of readdirSync(folder)) if (name.endsWith('.json')) rmSync(join(folder, name), { force: true })
  const watcher = watch(folder, () => readStarts(folder, onSecond))
  watcher.unref()
  held = { folder, watcher }
  return true
}

acquireInstanceLock.isHeld = (): boolean => held !== undefined

export function releaseInstanceLock(): void {
  held?.watcher.close()
  if (held) rmSync(held.folder, { recursive: true, force: true })
  held = undefined
}

function tryLink(lock: string): boolean {
  try {
    symlinkSync(nameOf(process.pid) ?? '', lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') mkdirSync(join(lock, '..'), { recursive: true })
    return false
  }
}

function readLink(lock: string): string {
  try {
    return readlinkSync(lock)
  } catch {
    return ''
  }
}

/** Pid and start time, which together identify a process; undefined if the process has ended. */
function nameOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}-${fields[19]}`
  } catch {
    return undefined
  }
}

function isAlive(name: string): boolean {
  return name !== '' && nameOf(Number(name.split('-')[0])) === name
}

function writeStart(folder: string, start: Start): void {
  const path = join(folder, `${process.pid}-${++startFiles}`)
  writeFileSync(path, JSON.stringify(start))
  renameSync(path, `${path}.json`)
}

function readStarts(folder: string, onSecond: (start: Start) => void): void {
  let names: string[] = []
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return
  }
  for (const name of names) {
    const path = join(folder, name)
    try {
      const start = JSON.parse(readFileSync(path, 'utf8')) as Start
      rmSync(path, { force: true })
      onSecond(start)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
