import type { ComposerTranslation } from 'vue-i18n'
import type { ServerReadData } from '#shared/ipc/server-reads.ts'

export type SshKey = ServerReadData<'sshKeys'>[number]

export function getSshKeyDisplayName({ label, id }: Pick<SshKey, 'label' | 'id'>, t: ComposerTranslation): string {
  return label ?? t('serverSsh.unnamed', { id: id ?? '—' })
}
