import { generateKeyPairSync } from 'node:crypto'
import { sshPort } from '#shared/api/service-limits.ts'
import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import { throwValidationError } from '#simulator/error-response.ts'
import { takeNextSshKeyOrWordpressSiteId } from '#simulator/simulated-settings-of-hosting-server.ts'
import { wrapListAsVariant } from '#simulator/undocumented-field-name-variants.ts'
import { createNotFoundError, createHostingBehaviour } from './create-hosting-behaviour.ts'

/** A line of OpenSSH: the type, the key in Base64 that begins with the type, and possibly a comment. */
function isPublicKey(text: string): boolean {
  const [type = '', blob = ''] = text.trim().split(/\s+/)
  const bytes = Buffer.from(blob, 'base64')
  const length = bytes.length < 4 ? -1 : bytes.readUInt32BE(0)
  return length === type.length && length > 0 && bytes.subarray(4, 4 + length).toString('latin1') === type
}

function generateKeyPair(): { publicKey: string; privateKey: string } {
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const type = 'ssh-ed25519'
  // The last 32 bytes of the SPKI form are the key itself.
  const parts = [Buffer.from(type), pair.publicKey.subarray(-32)].flatMap((part) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    return [length, part]
  })
  return { publicKey: `${type} ${Buffer.concat(parts).toString('base64')}`, privateKey: pair.privateKey }
}

export const hostingDatabaseAndSshBehaviours: Pick<
  AreaBehaviours<'hosting'>,
  'addDatabase' | 'addDatabaseUser' | 'grantDatabase' | 'ssh' | 'setSsh' | 'sshKeys' | 'addSshKey' | 'deleteSshKey'
> = {
  addDatabase: createHostingBehaviour('hosting.addDatabase', ({ state, hosting, nameOf }, { input }) => {
    const name = `${state.serverId}_${input.name_suffix}`
    if (hosting.databases.has(name)) throwValidationError('name_suffix', 'is taken')
    hosting.databases.set(name, { characterSet: input.character_set })
    return { [nameOf('database')]: name, message: 'The database was created' }
  }),

  addDatabaseUser: createHostingBehaviour('hosting.addDatabaseUser', ({ state, hosting, nameOf }, { input }) => {
    const name = `${state.serverId}_${input.name_suffix}`
    if (hosting.databaseUsers.has(name)) throwValidationError('name_suffix', 'is taken')
    hosting.databaseUsers.set(name, { password: input.password, grants: new Set() })
    return { [nameOf('databaseUser')]: name, message: 'The user was created' }
  }),

  grantDatabase: createHostingBehaviour('hosting.grantDatabase', ({ hosting }, { input }) => {
    const user = hosting.databaseUsers.get(input.db_user)
    if (!user) throw createNotFoundError('database user')
    if (!hosting.databases.has(input.db_name)) throw createNotFoundError('database')
    user.grants.add(input.db_name)
    return { message: 'The right was granted' }
  }),

  ssh: createHostingBehaviour('hosting.ssh', ({ state, hosting, nameOf }) => ({
    [nameOf('sshState')]: hosting.isSshEnabled,
    host: state.servername,
    port: sshPort,
    user: state.servername.split('.')[0],
  })),

  setSsh: createHostingBehaviour('hosting.setSsh', ({ hosting, nameOf }, { input }) => {
    hosting.isSshEnabled = input.ssh_enabled
    return { [nameOf('sshState')]: hosting.isSshEnabled }
  }),

  sshKeys: createHostingBehaviour('hosting.sshKeys', ({ hosting, nameOf }, { world }) =>
    wrapListAsVariant(
      world.file.undocumented_names,
      'keys',
      [...hosting.sshKeys].map(([id, { label, publicKey }]) => ({
        [nameOf('sshKeyId')]: id,
        label,
        [nameOf('publicKey')]: publicKey,
      })),
    ),
  ),

  addSshKey: createHostingBehaviour('hosting.addSshKey', ({ hosting, nameOf }, { input }) => {
    const { public_key, label = 'generated', generate } = input
    if (generate && public_key !== undefined) throwValidationError('generate', 'not together with public_key')
    if (!generate && !isPublicKey(public_key ?? '')) throwValidationError('public_key', 'not a public key')
    const pair = generate ? generateKeyPair() : null
    const publicKey = pair?.publicKey ?? public_key ?? ''
    const id = takeNextSshKeyOrWordpressSiteId(hosting)
    hosting.sshKeys.set(id, { label, publicKey })
    // The private key is not stored: only this response contains it.
    return {
      [nameOf('sshKeyId')]: id,
      label,
      [nameOf('publicKey')]: publicKey,
      ...(pair && { [nameOf('privateKey')]: pair.privateKey }),
    }
  }),

  deleteSshKey: createHostingBehaviour('hosting.deleteSshKey', ({ hosting }, { input }) => {
    if (!hosting.sshKeys.delete(Number(input.key_id))) throw createNotFoundError('key')
    return { message: 'The key was deleted' }
  }),
}
