import { listKeysOfWorldFile } from '#simulator/worlds/list-keys-of-world-file.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import type { AccountToType } from '#test/e2e/support/user-steps.ts'

/** The accounts that the demo adds: three users of the world with five of its keys. */
const wanted = [
  { user: 'aoba-web', label: '青葉ウェブ', folder: '制作会社', keys: ['main', 'read only'] },
  { user: 'minato-design', label: 'Minato Design', folder: '制作会社', keys: ['main', 'DNS only'] },
  { user: 'kita-systems', label: 'Kita Systems', folder: 'Systems', keys: ['expiring soon'] },
]

/** `url`: the simulator's. Throws if the world lacks one of the keys. */
export function demoAccounts(world: WorldFile, url: string): AccountToType[] {
  const known = listKeysOfWorldFile(world)
  return wanted.map(({ user, label, folder, keys }) => ({
    label,
    folder,
    url,
    keys: keys.map((name) => {
      const key = known.find((candidate) => candidate.user === user && candidate.label === name)
      if (key === undefined) throw new Error(`The demo world has no key "${name}" of ${user}`)
      return { label: name, secret: key.token }
    }),
  }))
}
