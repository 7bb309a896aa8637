import type { UndocumentedId } from '#shared/ipc/single-server-change-commands.ts'
import { isNonArrayObject } from '#shared/is-non-array-object.ts'

/**
 * Reads answers of server management, whose shapes the API description does not show. Nothing here relies on the name
 * of a field that the description does not name: values are found by their form, and what is ambiguous stays null.
 */

/** Returns the rows of a list: the answer itself, or the only array in it. Null when there is no such array. */
export function findOnlyList(answer: unknown): unknown[] | null {
  if (Array.isArray(answer)) return answer
  if (!isNonArrayObject(answer)) return null
  const arrays = Object.values(answer).filter(Array.isArray)
  return arrays.length === 1 ? (arrays[0] as unknown[]) : null
}

/** Returns the fields of one row; a row that is no object is under `value`. */
export function getFieldsOfRow(row: unknown): Record<string, unknown> {
  return isNonArrayObject(row) ? row : { value: row }
}

/** Returns the texts of a row, in order. */
export function listTextsInRow(row: unknown): string[] {
  return Object.values(getFieldsOfRow(row)).filter((value) => typeof value === 'string')
}

/**
 * Returns the only text of the row for which `hasForm` is true. Null if no text has this form, or if several different
 * texts have it.
 */
export function findOnlyMatchingText(row: unknown, hasForm: (text: string) => boolean): string | null {
  const found = [...new Set(listTextsInRow(row).filter(hasForm))]
  return found.length === 1 ? (found[0] as string) : null
}

const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]+$/i

export const isHostName = (text: string) => hostName.test(text)
export const isAbsolutePath = (text: string) => text.startsWith('/')
/** Returns true for a line of OpenSSH, and for a key in PEM form. */
export const isSshPublicKey = (text: string) =>
  /^(?:ssh|ecdsa|sk)-[\w@.-]+ \S+|^-----BEGIN [A-Z ]*PUBLIC KEY-----/.test(text)
export const isPemPrivateKey = (text: string) => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)

const isId = (value: unknown): value is UndocumentedId =>
  (typeof value === 'string' && value !== '' && value.length <= 200) || Number.isInteger(value)

/**
 * Returns the ID of a row: the field with the name of the path parameter, or `id`. Null when neither is there. The user
 * then types the ID, because a wrong one would delete something else.
 */
export function findIdInRow(row: unknown, param: string): UndocumentedId | null {
  const fields = getFieldsOfRow(row)
  return [fields[param], fields['id']].find(isId) ?? null
}

/** Returns whether a value of the row is the ID, as a number or as a text. */
export function doesRowContainId(row: unknown, id: UndocumentedId): boolean {
  return Object.values(getFieldsOfRow(row)).some((value) => isId(value) && String(value) === String(id))
}

/** Returns all texts of an answer, at any depth. */
export function listTextsAtAnyDepth(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listTextsAtAnyDepth)
}
