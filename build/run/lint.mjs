import { runTool } from './spawn-tool.mjs'

/**
 * The folders in which the use of promises is checked. These rules need type information. For the window, that takes
 * too long.
 */
const promiseFolders = ['src/shared', 'src/preload', 'src/main', 'src/simulator']

/** Checks the lint rules by both linters and returns the exit code of the first that fails. */
export async function lint({ onOutput } = {}) {
  const codes = [
    await runTool('oxlint', ['-c', 'build/oxlint.json', '--type-aware', '--threads=1', ...promiseFolders], {
      onOutput,
    }),
    await runTool('eslint', ['-c', 'build/eslint.config.js', '--max-warnings', '0', '.'], {
      keepsManyObjects: true,
      onOutput,
    }),
  ]
  return codes.find((code) => code !== 0) ?? 0
}
