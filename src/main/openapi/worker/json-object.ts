export type JsonObject = Record<string, unknown>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an own property; never one that the prototype of every object has, such as `constructor`. */
export function getOwnProperty(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as JsonObject)[name]
    : undefined
}

/** Returns the own properties of an object; none for any other value. */
export function listOwnProperties(holder: unknown): [string, unknown][] {
  return isJsonObject(holder) ? Object.entries(holder) : []
}
