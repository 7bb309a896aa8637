import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * Bundles a script with all its imports into one file. A process that is killed soon starts several times faster from
 * it.
 */
export async function bundleScript(entry: string): Promise<{ path: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-bundle-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../../../..'),
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'script.mjs', codeSplitting: false } },
    },
  })
  return { path: join(folder, 'script.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
