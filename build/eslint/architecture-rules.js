// Architecture rules that TypeScript projects cannot express. The rules about imports are in import-rules.js.
import { importRules } from './import-rules.js'
import { rule } from './rule.js'

const colourLiteral = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|oklch)\(\s*\d/i

const namedExports = rule((context) => ({
  ExportDefaultDeclaration: (node) => context.report({ node, message: 'Export by name.' }),
}))

const colourTokens = rule((context, path) => {
  const report = (node) =>
    context.report({ node, message: 'Define colours in src/renderer/ui/theme/design-tokens.ts.' })
  const script = {
    Literal: (node) =>
      typeof node.value === 'string' &&
      node.parent.type !== 'ImportDeclaration' &&
      colourLiteral.test(node.value) &&
      report(node),
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
          context.report({
            loc: context.sourceCode.getLocFromIndex(start),
            message: 'Define colours in src/renderer/ui/theme/design-tokens.ts.',
          })
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
    const isRight = name.endsWith('.vue')
      ? /^[A-Z][A-Za-z]*\.vue$/.test(name)
      : /^(use[A-Z]\w*|[a-z0-9]+(-[a-z0-9]+)*)(\.[a-z]+)+$/.test(name)
    if (!isRight)
      context.report({
        node,
        loc: { line: 1, column: 0 },
        message: 'Components are named PascalCase.vue, composables useX.ts, everything else kebab-case.',
      })
    if (/(^|-)(manager|helper|util|base|info)s?\./i.test(name) && !name.endsWith('.vue'))
      context.report({ node, loc: { line: 1, column: 0 }, message: 'Name the file after what it does.' })
  },
}))

const bridge = rule((context) => ({
  "MemberExpression[property.name='banto']": (node) =>
    context.report({ node, message: 'window.banto is used only in src/renderer/ipc-client.ts.' }),
}))

export const architecture = {
  rules: {
    ...importRules,
    'named-exports': namedExports,
    'colour-tokens': colourTokens,
    'file-names': fileNames,
    bridge,
  },
}
