import { computed, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Account, KeyOwnerComparison } from '#shared/ipc/accounts.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

/**
 * Checks whether pending keys seem to belong to the user of `account`. For a new account, `account` is null: checks
 * whether all pending keys seem to belong to one user. If the keys seem to belong to different users, the user must
 * confirm before the keys are stored.
 */
export function useConfirmKeysOfDifferentUsers(
  account: Pick<Account, 'id' | 'label'> | null,
  pendingKeyIds: () => string[],
) {
  const { t } = useI18n()
  const match = shallowRef<KeyOwnerComparison | null>(null)
  const text = computed(() =>
    account ? t('accounts.otherUser.text', { account: account.label }) : t('accounts.otherUser.textForm'),
  )
  const title = computed(() => t(account ? 'accounts.otherUser.title' : 'accounts.otherUser.titleForm'))
  const notice = computed(() => ({ match: match.value, title: title.value, text: text.value }))
  let newest = 0

  /** A failed comparison counts as `unknown`. */
  async function compare(asked: string[]): Promise<void> {
    const mine = ++newest
    const answer =
      asked.length === 0
        ? null
        : await mainCommands.accounts
            .matchKeyOwners({ accountId: account?.id ?? null, pendingKeyIds: asked })
            .catch(() => 'unknown' as const)
    if (mine === newest) match.value = answer
  }

  async function confirmSameOwner(action: string): Promise<boolean> {
    await compare(pendingKeyIds())
    if (match.value !== 'different') return true
    return confirm({
      title: title.value,
      body: joinSentences([text.value, t('accounts.otherUser.mixed')]),
      action,
      tone: 'danger',
    })
  }

  watch(pendingKeyIds, compare)
  return { notice, confirmSameOwner }
}
