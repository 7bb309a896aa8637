// The promises of the architecture that the TypeScript projects cannot express.
import { relative, sep } from 'node:path'

/** Native and far-reaching modules, each with the only files of src that may import it. */
const allowedImporters = {
  electron: [/^src\/main\/app\//, /^src\/main\/ipc\/serve\.ts$/, /^src\/main\/index\.ts$/, /^src\/preload\//],
  keytar: [/^src\/main\/accounts\/keytar-store\.ts$/],
  undici: [/^src\/main\/api\/transport\.ts$/],
  'node:sqlite': [/^src\/main\/store\/database\.ts$/],
}

/** What each folder of src may import beside files of its own. */
const allowedImports = {
  shared: [/^zod$/, /^punycode\b/],
  preload: [/^electron$/, /^#shared\//],
  main: [/^node:/, /^#(shared|main)\//, /^[a-z@][^:]*$/],
  simulator: [/^node:/, /^#(shared|simulator)\//, /^(zod|selfsigned|punycode)\b/],
  renderer: [/^#shared\//, /^punycode\/$/, /^(vue|vue-router|vue-i18n|pinia|naive-ui|@vueuse\/core|@lucide\/vue|zod|echarts)(\/|$)/],
}

const colourLiteral = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|oklch)\(\s*\d/i

function pathOf(context) {
  return relative(context.cwd, context.filename).split(sep).join('/')
}

function rule(create) {
  return { meta: { type: 'problem', schema: [] }, create: (context) => create(context, pathOf(context)) }
}

/** Calls `check` with each module that the file imports or re-exports. */
function onImport(check) {
  const visit = (node) => node.source?.type === 'Literal' && check(node.source.value, node)
  return { ImportDeclaration: visit, ExportNamedDeclaration: visit, ExportAllDeclaration: visit, ImportExpression: visit }
}

const singleImporterRule = rule((context, path) =>
  onImport((name, node) => {
    const allowed = Object.hasOwn(allowedImporters, name) ? allowedImporters[name] : null
    if (allowed !== null && !allowed.some((file) => file.test(path))) {
      context.report({ node, message: `'${name}' is imported only in ${allowed.map((file) => file.source.replace(/[\\^$]/g, '')).join(', ')}.` })
    }
  }),
)

const importDirectionRule = rule((context, path) => {
  const [, area] = path.split('/')
  return onImport((name, node) => {
    if (name.startsWith('.')) {
      if (/^(\.\.\/)+(main|renderer|shared|simulator|preload)\//.test(name)) context.report({ node, message: 'Another folder of src is imported by its # name.' })
      return
    }
    if (!allowedImports[area].some((allowed) => allowed.test(name))) context.report({ node, message: `src/${area} must not reach '${name}'.` })
  })
})

const namedExports = rule((context) => ({
  ExportDefaultDeclaration: (node) => context.report({ node, message: 'Export by name.' }),
}))

const colourTokens = rule((context, path) => {
  const report = (node) => context.report({ node, message: 'Colours stand in src/renderer/ui/theme/design-tokens.ts.' })
  const script = {
    Literal: (node) => typeof node.value === 'string' && node.parent.type !== 'ImportDeclaration' && colourLiteral.test(node.value) && report(node),
    TemplateElement: (node) => colourLiteral.test(node.value.raw) && report(node),
  }
  const template = {
    VLiteral: (node) => colourLiteral.test(node.value) && report(node),
    'VExpressionContainer Literal': script.Literal,
    'VExpressionContainer TemplateElement': script.TemplateElement,
  }
  if (!path.endsWith('.vue')) return script
  const styles = {
    Program() {
      for (const block of context.sourceCode.text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) {
        for (const found of block[1].replace(/&#|url\(#/g, '  ').matchAll(new RegExp(colourLiteral, 'gi'))) {
          const start = block.index + block[0].indexOf(block[1]) + found.index
          context.report({ loc: context.sourceCode.getLocFromIndex(start), message: 'Colours stand in src/renderer/ui/theme/design-tokens.ts.' })
        }
      }
    },
  }
  const services = context.sourceCode.parserServices
  return services.defineTemplateBodyVisitor(template, { ...script, ...styles })
})

const fileNames = rule((context, path) => ({
  Program(node) {
    const name = path.split('/').at(-1)
    const isRight = name.endsWith('.vue') ? /^[A-Z][A-Za-z]*\.vue$/.test(name) : /^(use[A-Z]\w*|[a-z0-9]+(-[a-z0-9]+)*)(\.[a-z]+)+$/.test(name)
    if (!isRight) context.report({ node, loc: { line: 1, column: 0 }, message: 'Components are named PascalCase.vue, composables useX.ts, everything else kebab-case.' })
    if (/(^|-)(manager|helper|util|base|info)s?\./i.test(name) && !name.endsWith('.vue')) context.report({ node, loc: { line: 1, column: 0 }, message: 'Name the file after what it does.' })
  },
}))

const bridge = rule((context) => ({
  "MemberExpression[property.name='banto']": (node) => context.report({ node, message: 'window.banto is used only in src/renderer/ipc-client.ts.' }),
}))

export const architecture = {
  rules: {
    'one-importer': singleImporterRule,
    direction: importDirectionRule,
    'named-exports': namedExports,
    'colour-tokens': colourTokens,
    'file-names': fileNames,
    bridge,
  },
}
