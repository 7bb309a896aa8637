import type { ComposerTranslation } from 'vue-i18n'
import type { ParsedServerReadData } from '#shared/ipc/unstored-server-read-commands.ts'

export type SshKey = ParsedServerReadData<'sshKeys'>[number]

export function getSshKeyDisplayName({ label, id }: Pick<SshKey, 'label' | 'id'>, t: ComposerTranslation): string {
  return label ?? t('serverSsh.unnamed', { id: id ?? '—' })
}
