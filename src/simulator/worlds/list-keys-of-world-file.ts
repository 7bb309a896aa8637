import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'

export interface WorldFileKey {
  user: string
  label: string
  token: string
}

/** Lists every key of a world with its label, as a user would enter them. */
export function listKeysOfWorldFile({ users = [] }: WorldFile): WorldFileKey[] {
  return users.flatMap(({ name, keys = [] }) =>
    keys.map(({ label, token }, index) => ({ user: name, label: label ?? `key ${index + 1}`, token })),
  )
}
