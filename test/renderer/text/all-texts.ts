import { en } from '#renderer/text/en.ts'
import { ja } from '#renderer/text/ja.ts'

function leaves(node: object, path = ''): [key: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]) => {
    const key = path ? `${path}.${name}` : name
    return typeof value === 'string' ? [[key, value] as [string, string]] : leaves(value as object, key)
  })
}

/** Every text of a language, by its key. */
export const english: ReadonlyMap<string, string> = new Map(leaves(en))
export const japanese: ReadonlyMap<string, string> = new Map(leaves(ja))
