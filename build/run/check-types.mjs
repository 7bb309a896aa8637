import { runTool } from './spawn-tool.mjs'

/**
 * Checks the types of all projects, and returns the exit code of the first part that fails. The native TypeScript 7
 * checks everything except the window, because vue-tsc needs the API of TypeScript 6, which TypeScript 7 does not have.
 * Each part reads the declarations that the parts before it write into `out/types/`, so it runs even if they failed.
 */
export async function checkTypes({ onOutput } = {}) {
  const codes = [
    await runNativeTsc(['-b', 'src/shared', 'src/preload', 'src/main', 'src/simulator'], onOutput),
    await runTool('vue-tsc', ['-p', 'src/renderer'], { keepsManyObjects: true, onOutput }),
    await runNativeTsc(['-p', 'test'], onOutput),
  ]
  return codes.find((code) => code !== 0) ?? 0
}

/** In one thread, because two threads check some types twice, and other steps of the tests use the other processor. */
function runNativeTsc(args, onOutput) {
  return runTool('typescript-native', [...args, '--singleThreaded'], { command: 'tsc', onOutput })
}
