import { isNonArrayObject } from '#shared/is-non-array-object.ts'

/**
 * A number of the usage. `limit`: null if it has none. `path`: the property names from the root of the answer to the
 * number.
 */
export interface ServerUsageNumber {
  path: string[]
  used: number
  limit: number | null
}

/** Words of a field name, such as `used_mb` or `usedMb`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}

const limitWords = new Set(['limit', 'quota', 'max', 'maximum', 'capacity'])
const usedWords = new Set(['used', 'use', 'usage', 'current'])

/** Returns the name without words such as `limit` and `used`. A number and its limit have the same remaining name. */
function restOf(name: string): string {
  return wordsOf(name)
    .filter((word) => !limitWords.has(word) && !usedWords.has(word))
    .join('_')
}

const isLimit = (name: string) => wordsOf(name).some((word) => limitWords.has(word))

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : null
}

/**
 * Finds the numbers of a usage answer at any depth, because the API description does not show its shape. A number has a
 * limit if the same object has exactly one number whose name differs only by words such as `used` and `quota`. `rest`:
 * the parts without numbers, as received.
 */
export function parseServerUsage(usage: Record<string, unknown>): {
  numbers: ServerUsageNumber[]
  rest: Record<string, unknown>
} {
  const numbers: ServerUsageNumber[] = []
  const rest = readObject(usage, [], numbers)
  return { numbers, rest }
}

function readObject(
  object: Record<string, unknown>,
  path: string[],
  numbers: ServerUsageNumber[],
): Record<string, unknown> {
  const rest: Record<string, unknown> = {}
  const values = Object.entries(object).map(([name, value]) => ({ name, value, number: toNumber(value) }))
  const limits = values.filter(({ name, number }) => number !== null && number > 0 && isLimit(name))
  const counts = values.filter((each) => each.number !== null && !limits.includes(each))
  /** The limits that belong to exactly one number. */
  const taken = new Set<string>()
  for (const { name, number } of counts) {
    const fitting = limits.filter((limit) => restOf(limit.name) === restOf(name))
    const isOnlyOne = counts.filter((other) => restOf(other.name) === restOf(name)).length === 1
    const limit = fitting.length === 1 && isOnlyOne ? fitting[0] : undefined
    if (limit) taken.add(limit.name)
    numbers.push({ path: [...path, name], used: number as number, limit: limit?.number ?? null })
  }
  for (const { name, number } of limits) {
    if (!taken.has(name)) numbers.push({ path: [...path, name], used: number as number, limit: null })
  }
  for (const { name, value, number } of values) {
    if (number !== null) continue
    if (!isNonArrayObject(value)) rest[name] = value
    else {
      const inner = readObject(value, [...path, name], numbers)
      if (Object.keys(inner).length > 0) rest[name] = inner
    }
  }
  return rest
}
