import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runProgram, runTool } from './spawn-tool.mjs'

const bundle = join(root, 'out', 'main', 'index.js')
const stamp = join(root, 'out', 'built.txt')

/** Builds main, preload and renderer into out/ and returns the exit code. */
export async function build({ onOutput } = {}) {
  const hash = hashOfSources()
  const code =
    (await runTool('electron-vite', ['build', '--logLevel', 'warn'], { onOutput })) ||
    (await runProgram(process.execPath, ['--check', bundle], { onOutput }))
  if (code === 0) writeFileSync(stamp, hash)
  return code
}

/** Builds unless out/ was built from exactly these sources. Returns the exit code. */
export async function buildIfStale() {
  if (!isStale()) return (console.log('Built already from these sources'), 0)
  console.log('Building …')
  return await build()
}

function isStale() {
  return !existsSync(bundle) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashOfSources()
}

function hashOfSources() {
  const hash = createHash('sha256')
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of [...sources, 'package.json', 'package-lock.json', 'electron.vite.config.ts'].sort()) {
    hash
      .update(path.replace(root, ''))
      .update('\0')
      .update(readFileSync(join(root, path.replace(root, ''))))
      .update('\0')
  }
  return hash.digest('hex')
}
