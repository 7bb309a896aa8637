import { computed, h, reactive, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'
import type { CommandInput } from '#shared/ipc/all-commands-and-events.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { usePageLeaveWatch } from '#renderer/composables/usePageLeaveWatch.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { createBulletList } from '#renderer/ui/dialogs/create-bullet-list.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { useWatchOpenOrdersPreventingRemovalOrMerge } from './useWatchOpenOrdersPreventingRemovalOrMerge.ts'
import { confirmAndRemoveAccount } from './confirm-and-remove-account.ts'

/** The settings of an account that the account page changes without a form. */
export type AccountSettingChanges = Omit<
  CommandInput<'accounts.update'>,
  'accountId' | 'label' | 'colour' | 'folder' | 'notes'
>

export interface FailedAccountAction {
  /** The name that the key whose test failed has now; null for any other action. */
  testedKeyLabel: string | null
  error: AppError
  /** Epoch milliseconds. */
  at: number
}

/** What a merge does, in the order of the dialog. */
const mergeFacts = ['moved', 'orders', 'removed', 'kept', 'annotations', 'drafts', 'keys', 'readOnly'] as const

/**
 * The actions on an account and its keys. `failure`: the newest one, only while `shownId` is the account of it.
 * `showMessage`: shows a sentence for some seconds.
 */
export function useAccountActions(shownId: () => string, showMessage: (sentence: string) => void) {
  const { t, locale } = useI18n()
  const router = useRouter()
  const pageLeaveWatch = usePageLeaveWatch()
  const accounts = useAccounts()
  const appState = useAppState()
  const sync = useSyncProgress()
  const watchObstacle = useWatchOpenOrdersPreventingRemovalOrMerge()
  /** `testedKey`: the key whose test failed, as it was before the test; null for any other action. */
  const newest = shallowRef<{ accountId: string; testedKey: Key | null; error: AppError; at: number } | null>(null)
  const isErrorResolved = useHasErrorCauseEnded()
  const failure = computed((): FailedAccountAction | null => {
    if (newest.value?.accountId !== shownId() || isErrorResolved(newest.value.error)) return null
    const { testedKey, error, at } = newest.value
    if (hasWorkedSince(testedKey)) return null
    return { testedKeyLabel: testedKey && (findKeyNow(testedKey) ?? testedKey).label, error, at }
  })
  /** Ids of the keys that are being tested again. */
  const retestedKeyIds = reactive(new Set<string>())

  const findKeyNow = (before: Key) => accounts.byId(before.accountId)?.keys.find(({ id }) => id === before.id)

  /** True if the key was replaced by a working key, or `/v1/me` has answered for it since. */
  function hasWorkedSince(before: Key | null): boolean {
    if (before === null) return false
    const key = findKeyNow(before)
    return key !== undefined && isKeyUsable(key) && key.checkedAt !== before.checkedAt
  }

  async function attempt(accountId: string, work: () => Promise<unknown>, testedKey: Key | null = null): Promise<void> {
    const failedKeyId = newest.value?.testedKey?.id ?? null
    if (testedKey === null || failedKeyId === null || failedKeyId === testedKey.id) newest.value = null
    try {
      await work()
    } catch (thrown) {
      newest.value = { accountId, testedKey, error: toAppError(thrown), at: Date.now() }
    }
  }

  function change(account: Account, changes: AccountSettingChanges): Promise<void> {
    return attempt(account.id, async () => {
      await mainCommands.accounts.update({ accountId: account.id, ...changes })
      // The notice of an unfinished removal says that the account is paused.
      if (changes.isPaused === false) appState.closeNotice(account.id)
    })
  }

  async function retest(key: Key): Promise<void> {
    retestedKeyIds.add(key.id)
    const test = async () => {
      const { keys } = await mainCommands.accounts.retestKey({ accountId: key.accountId, keyId: key.id })
      const tested = keys.find(({ id }) => id === key.id)
      const hasOtherPermissions = JSON.stringify(tested?.me) !== JSON.stringify(key.me)
      // A sync reads what the key could not read before, and replaces the earlier failure.
      if (key.state !== 'working' || hasOtherPermissions) sync.startFirst(key.accountId, appState.isOffline)
    }
    await attempt(key.accountId, test, key)
    retestedKeyIds.delete(key.id)
  }

  function removeKey(account: Account, key: Key): Promise<void> {
    const last = account.keys.length === 1 ? t('accounts.keys.lastBody', { account: account.label }) : ''
    return attempt(account.id, async () => {
      const { id: accountId, label: accountLabel } = account
      await confirm({
        title: t('accounts.keys.removeTitle', { key: key.label }),
        body: joinSentences([t('accounts.keys.removeBody'), last]),
        obstacle: await watchObstacle({ accountId, accountLabel, keyId: key.id, prevented: 'removeKey' }),
        action: t('accounts.keys.removeAction', { key: key.label }),
        tone: 'danger',
        work: () => mainCommands.accounts.removeKey({ accountId, keyId: key.id }),
      })
    })
  }

  function merge(into: Account, from: Account): Promise<void> {
    const names = { from: from.label, into: into.label }
    return attempt(into.id, async () => {
      const needed = { accountId: from.id, accountLabel: from.label, keyId: null, prevented: 'merge' } as const
      const isSure = await confirm({
        title: t('accounts.overlap.mergeTitle', names),
        body: h('div', [
          createBulletList(mergeFacts.map((fact) => t(`accounts.overlap.mergeFacts.${fact}`, names))),
          h('p', t('accounts.overlap.mergeUntouched')),
        ]),
        obstacle: await watchObstacle(needed),
        action: t('accounts.overlap.mergeAction', names),
        work: () => mainCommands.accounts.merge({ accountId: into.id, fromAccountId: from.id }),
      })
      if (!isSure) return
      appState.closeNotice(from.id)
      sync.startFirst(into.id, appState.isOffline)
    })
  }

  function remove(account: Account): Promise<void> {
    return attempt(account.id, async () => {
      const needed = { accountId: account.id, accountLabel: account.label, keyId: null, prevented: 'remove' } as const
      const { hasLeft } = pageLeaveWatch.start()
      const leave = async (): Promise<void> => {
        if (!hasLeft()) await router.push({ name: 'overview' })
      }
      let isInBackground = false
      const isRemoved = await confirmAndRemoveAccount(
        account,
        await watchObstacle(needed),
        (key, values, plural) => (plural === undefined ? t(key, values) : t(key, values, plural)),
        locale.value,
        () => {
          isInBackground = true
          appState.showNotice(() => t('accounts.remove.inBackground', { account: account.label }), account.id)
          void leave()
        },
      ).catch(async (thrown: unknown) => {
        const error = toAppError(thrown)
        const key = (await isRemovalUnfinished(account.id)) ? 'failedMidway' : 'failed'
        appState.showNotice(
          () => t(`accounts.remove.${key}`, { account: account.label, reason: describeError(error).title }),
          account.id,
        )
        return false
      })
      if (!isRemoved) return
      appState.closeNotice(account.id)
      if (!isInBackground) return leave()
      showMessage(t('accounts.remove.done', { account: account.label }))
    })
  }

  return { failure, retestedKeyIds, change, retest, removeKey, merge, remove }
}

/** False also if the accounts cannot be read now. */
async function isRemovalUnfinished(accountId: string): Promise<boolean> {
  const accounts = await mainCommands.accounts.list(null).catch(() => [])
  return accounts.some((account) => account.id === accountId && account.isRemovalUnfinished)
}
