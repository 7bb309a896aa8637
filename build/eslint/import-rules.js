// Rules about which file may import which, and how an import is written.
import { posix } from 'node:path'
import { findEntry, findForbiddenImport } from './layers.js'
import { rule } from './rule.js'

/** Native modules and modules with wide effects, each with the only files of src that may import it. */
const allowedImporters = {
  electron: [
    /^src\/main\/app\//,
    /^src\/main\/ipc\/register-ipc-main\.ts$/,
    /^src\/main\/index\.ts$/,
    /^src\/preload\//,
  ],
  keytar: [/^src\/main\/accounts\/keytar-os-keychain\.ts$/],
  undici: [/^src\/main\/api\/http\/transport\.ts$/],
  'node:sqlite': [/^src\/main\/store\/database\.ts$/],
}

/** The modules that each folder of src may import in addition to its own files. */
const allowedImports = {
  shared: [/^zod$/, /^punycode\b/],
  preload: [/^#shared\//, /^electron$/],
  main: [/^#shared\//, /^node:/, /^[a-z@][^:]*$/],
  simulator: [/^#shared\//, /^node:/, /^(zod|selfsigned|punycode|ajv|ajv-formats)\b/],
  renderer: [
    /^#shared\//,
    /^punycode\/$/,
    /^(vue|vue-router|vue-i18n|pinia|naive-ui|@vueuse\/core|@lucide\/vue|zod|echarts|@codemirror\/[a-z-]+|@lezer\/highlight)(\/|$)/,
  ],
}

/** Calls `check` with the name of each imported or re-exported module and the literal that contains the name. */
function onImport(check) {
  const visit = (node) => {
    const source = node.source?.type === 'TSLiteralType' ? node.source.literal : node.source
    if (source?.type === 'Literal') check(source.value, source)
  }
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    TSImportType: visit,
  }
}

/** The path of the imported file from the root of the project; null for a package. */
function resolveImport(importer, name) {
  if (name.startsWith('.')) return posix.join(posix.dirname(importer), name)
  if (!name.startsWith('#')) return null
  return name.startsWith('#test/') ? name.slice(1) : `src/${name.slice(1)}`
}

const singleImporterRule = rule((context, path) =>
  onImport((name, node) => {
    const allowed = Object.hasOwn(allowedImporters, name) ? allowedImporters[name] : null
    if (allowed !== null && !allowed.some((file) => file.test(path))) {
      context.report({
        node,
        message: `'${name}' is imported only in ${allowed.map((file) => file.source.replace(/[\\^$]/g, '')).join(', ')}.`,
      })
    }
  }),
)

const importDirectionRule = rule((context, path) => {
  const [, area] = path.split('/')
  return onImport((name, node) => {
    const target = resolveImport(path, name)
    const fullName = target?.startsWith('src/') ? `#${target.slice('src/'.length)}` : name
    if (fullName.startsWith(`#${area}/`)) return
    if (!allowedImports[area].some((allowed) => allowed.test(fullName)))
      context.report({ node, message: `src/${area} must not import '${name}'.` })
  })
})

/** A file of the same folder is imported as `./x`, every other file with its `#` name. */
const importStyleRule = rule(
  (context, path) =>
    onImport((name, node) => {
      const target = resolveImport(path, name)
      if (target === null) return
      const isSameFolder = posix.dirname(target) === posix.dirname(path)
      if (!isSameFolder && !/^(src|test)\//.test(target)) return
      const wanted = isSameFolder
        ? `./${posix.basename(target)}`
        : target.startsWith('test/')
          ? `#${target}`
          : `#${target.slice('src/'.length)}`
      if (name !== wanted)
        context.report({
          node,
          message: `Write '${wanted}': './' for a file of the same folder, the # name for every other file.`,
          fix: (fixer) => fixer.replaceText(node, `'${wanted}'`),
        })
    }),
  { fixable: 'code' },
)

const layersRule = rule((context, path) => {
  const [, area] = path.split('/')
  const root = `src/${area}/`
  const own = path.slice(root.length)
  const reportUnnamed = (node, file) => {
    const folder = posix.dirname(file)
    context.report({
      node,
      message: `build/eslint/layers.js does not name ${root}${folder === '.' ? file : folder}: give it a layer.`,
    })
  }
  if (findEntry(area, own) === null) return { Program: (node) => reportUnnamed(node, own) }
  return onImport((name, node) => {
    const target = resolveImport(path, name)
    if (!target?.startsWith(root)) return
    const imported = target.slice(root.length)
    if (findEntry(area, imported) === null) return reportUnnamed(node, imported)
    const reason = findForbiddenImport(area, own, imported)
    if (reason !== null)
      context.report({ node, message: `${own} must not import ${imported}: ${reason} (build/eslint/layers.js).` })
  })
})

export const importRules = {
  'one-importer': singleImporterRule,
  direction: importDirectionRule,
  'import-style': importStyleRule,
  layers: layersRule,
}
