import { relative, sep } from 'node:path'

/** A rule whose `create` also gets the file's path from the root of the project, with `/`. */
export function rule(create, meta = {}) {
  return {
    meta: { type: 'problem', schema: [], ...meta },
    create: (context) => create(context, relative(context.cwd, context.filename).split(sep).join('/')),
  }
}
