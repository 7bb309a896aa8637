import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { root } from './spawn-tool.mjs'

const window = join(root, 'src', 'renderer')
const folder = join(root, 'out', 'window')

/** These errors are at the name of a property. For other errors the output of tsc does not tell where they end. */
const errorsAtPropertyName = ['TS2353', 'TS2561']

/**
 * Writes the TypeScript that stands for each component of the window, as vue-tsc sees it, to `out/window/`, so that
 * TypeScript 7 can check it. Returns whether an error that tsc reports may be one of the window. An error of a part of the
 * generated code that stands for nothing in a component is not; vue-tsc does not report it, either.
 */
export function generateWindowTypes() {
  const require = createRequire(import.meta.url)
  const ts = require('typescript')
  const core = createRequire(require.resolve('vue-tsc'))('@vue/language-core')
  const { options, vueOptions } = core.createParsedCommandLine(ts, ts.sys, join(window, 'tsconfig.json'))
  const plugin = core.createVueLanguagePlugin(ts, options, vueOptions, (id) => id)
  const generated = new Map()
  rmSync(folder, { recursive: true, force: true })
  for (const component of ts.sys.readDirectory(window, ['.vue'])) {
    const snapshot = ts.ScriptSnapshot.fromString(readFileSync(component, 'utf8'))
    const root = plugin.createVirtualCode(component, 'vue', snapshot)
    const { code, extension } = plugin.typescript.getServiceScript(root)
    const text = code.snapshot.getText(0, code.snapshot.getLength())
    const path = join(folder, relative(window, component) + extension)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    generated.set(path, { text, map: new core.SourceMap(code.mappings) })
  }
  /** `path` from the root; `line` and `column` from 1; `code` as `TS2322`. */
  return ({ path, line, column, code }) => {
    const file = generated.get(join(root, path.split('/').join(sep)))
    if (file === undefined) return true
    const { text, map } = file
    const start = ts.computePositionOfLineAndCharacter(ts.computeLineStarts(text), line - 1, column - 1)
    const isReported = (data) => core.shouldReportDiagnostics(data, 'undefined', code.slice('TS'.length))
    const locations = errorsAtPropertyName.includes(code)
      ? map.toSourceRange(start, start + /^[\w$]*/.exec(text.slice(start))[0].length, true, isReported)
      : map.toSourceLocation(start, isReported)
    return !locations.next().done
  }
}
