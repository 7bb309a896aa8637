import { generateWindowTypes } from './generate-window-types.mjs'
import { runTool } from './spawn-tool.mjs'

/**
 * Checks the types of all projects, and returns the exit code of the first part that fails. The native TypeScript 7
 * checks everything, also the window: see `checkWindow`. Each part reads the declarations that the parts before it write
 * into `out/types/`, so it runs even if they failed.
 */
export async function checkTypes({ onOutput } = {}) {
  const codes = [
    await runNativeTsc(['-b', 'src/shared', 'src/preload', 'src/main', 'src/simulator'], { onOutput }),
    await checkWindow({ onOutput }),
    // `test/tsconfig.json`, which editors use, reads the declarations that vue-tsc writes; this one those of `checkWindow`.
    await runNativeTsc(['-p', 'build/tsconfig.test.json'], { onOutput }),
  ]
  return codes.find((code) => code !== 0) ?? 0
}

/**
 * Checks the window with TypeScript 7 by the code that vue-tsc generates for its components. Only if this finds an error
 * that may be one of the window, vue-tsc, which takes almost three times as long, decides and reports it in the component.
 */
async function checkWindow({ onOutput }) {
  const mayBeOfWindow = generateWindowTypes()
  let output = ''
  const code = await runNativeTsc(['-p', 'build/tsconfig.window.json', '--pretty', 'false'], {
    onOutput: (text) => (output += text),
    isShown: false,
  })
  if (code === 0) return 0
  const errors = output
    .split('\n')
    .filter((line) => /^\S.*error TS\d+/.test(line))
    .map(parseError)
  if (errors.length > 0 && errors.every((error) => error !== null && !mayBeOfWindow(error))) return 0
  return await runTool('vue-tsc', ['-p', 'src/renderer'], { onOutput })
}

/** The place and the code in a line that tsc prints of an error; null if the error has no place. */
function parseError(line) {
  const [, path, lineNumber, column, code] = /^(.+?)\((\d+),(\d+)\): error (TS\d+)/.exec(line) ?? []
  return path === undefined ? null : { path, line: Number(lineNumber), column: Number(column), code }
}

/** In one thread, because two threads check some types twice, and other steps of the tests use the other processor. */
function runNativeTsc(args, options) {
  return runTool('typescript-native', [...args, '--singleThreaded'], { command: 'tsc', ...options })
}
