import { getOwnProperty } from './json-object.ts'

export function formatPointer(names: readonly (string | number)[]): string {
  return names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/**
 * Returns the value that a reference inside the document points to (`#/components/schemas/User`); undefined if none.
 */
export function resolvePointer(document: unknown, reference: string): unknown {
  if (reference === '#') return document
  if (!reference.startsWith('#/')) return undefined
  let value = document
  for (const part of reference.slice(2).split('/')) {
    value = getOwnProperty(value, decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return value
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const maxReferences = 50

/**
 * Follows references until a value that is not a reference; undefined for references that lead nowhere or in a circle.
 */
export function followReferences(document: unknown, value: unknown): unknown {
  let found = value
  for (let step = 0; step < maxReferences; step += 1) {
    const reference = getOwnProperty(found, '$ref')
    if (typeof reference !== 'string') return found
    found = resolvePointer(document, reference)
  }
  return undefined
}
