import { computed, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Account, ListMatch } from '#shared/ipc/accounts.ts'
import { app } from '#renderer/ipc-client.ts'
import { confirm } from '#renderer/ui/dialogs/confirm.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

/** Whether tried keys seem to belong to the user of `account`, or in a new account (null) to one user; asks before keys are stored that do not. */
export function useKeyOwnerCheck(account: Pick<Account, 'id' | 'label'> | null, pendingKeyIds: () => string[]) {
  const { t } = useI18n()
  const match = shallowRef<ListMatch | null>(null)
  const text = computed(() =>
    account ? t('accounts.otherUser.text', { account: account.label }) : t('accounts.otherUser.textForm'),
  )
  const title = computed(() => t(account ? 'accounts.otherUser.title' : 'accounts.otherUser.titleForm'))
  const notice = computed(() => ({ match: match.value, title: title.value, text: text.value }))
  let newest = 0

  /** What cannot be compared now is not known. */
  async function compare(asked: string[]): Promise<void> {
    const mine = ++newest
    const answer =
      asked.length === 0
        ? null
        : await app.accounts
            .matchKeys({ accountId: account?.id ?? null, pendingKeyIds: asked })
            .catch(() => 'unknown' as const)
    if (mine === newest) match.value = answer
  }

  async function confirmSameOwner(action: string): Promise<boolean> {
    await compare(pendingKeyIds())
    if (match.value !== 'none') return true
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
