import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import {
  bundleFolderEnvVariable,
  scriptsForProcessesAndThreads,
  type ScriptForProcessOrThread,
} from './find-script-for-process-or-thread.ts'

const root = join(import.meta.dirname, '..')

/**
 * Most rigs start the query thread. It has its own bundle, because in a chunk shared with other scripts it would also
 * run their code, such as the schemas of the commands.
 */
const queryThread: ScriptForProcessOrThread = 'src/main/query-thread/query-worker.ts'

/**
 * Bundles the scripts that tests start, once for the test run. Almost every test of the main process starts a thread,
 * for which Node would load and compile a file for each module.
 */
export async function setup(): Promise<() => void> {
  const out = join(root, 'out')
  mkdirSync(out, { recursive: true })
  // In the project's folder, where Node finds the packages that are not bundled.
  const folder = mkdtempSync(join(out, 'test-bundles-'))
  const scripts: readonly string[] = scriptsForProcessesAndThreads
  await bundle(folder, [queryThread])
  await bundle(
    folder,
    scripts.filter((script) => script !== queryThread),
  )
  process.env[bundleFolderEnvVariable] = `${pathToFileURL(folder).href}/`
  // Scripts that start often compile their packages once.
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compile-cache')
  return () => rmSync(folder, { recursive: true, force: true })
}

async function bundle(folder: string, scripts: readonly string[]): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    publicDir: false,
    // A package of many modules.
    ssr: { noExternal: ['zod'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(scripts.map((script) => [script.replace(/\.ts$/, ''), join(root, script)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}
