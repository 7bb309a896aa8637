import { relative, sep } from 'node:path'

/** Defines a rule whose `create` also receives the path of the file relative to the root, with `/`. */
export function rule(create, meta = {}) {
  return {
    meta: { type: 'problem', schema: [], ...meta },
    create: (context) => create(context, relative(context.cwd, context.filename).split(sep).join('/')),
  }
}
