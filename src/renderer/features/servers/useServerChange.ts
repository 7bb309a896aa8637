import { useMessage } from 'naive-ui'
import { onScopeDispose, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

interface ChangeOutput {
  isSent: boolean
  isAnswerLost: boolean
}

/**
 * Sends a change of a server once at a time, and says how it ended. `isShownInPlace`: the view shows the result itself,
 * so that a message is needed only after the view was left.
 */
export function useServerChange({ isShownInPlace = false }: { isShownInPlace?: boolean } = {}) {
  const { t } = useI18n()
  const message = useMessage()
  const error = shallowRef<AppError | null>(null)
  const isSending = shallowRef(false)
  let isEnded = false
  onScopeDispose(() => {
    isEnded = true
  })

  function showEnd({ isSent, isAnswerLost }: ChangeOutput, done: string): void {
    if (!isSent) message.info(t('serverPage.change.alreadySo'))
    else if (isAnswerLost) message.success(t('serverPage.change.answerLost', { done }))
    else message.success(done)
  }

  /** Returns null after an error, which `error` then holds, and while another change is being sent. */
  async function send<Output extends ChangeOutput>(make: () => Promise<Output>, done: string): Promise<Output | null> {
    if (isSending.value) return null
    isSending.value = true
    error.value = null
    try {
      const output = await make()
      if (!isShownInPlace || isEnded) showEnd(output, done)
      return isEnded ? null : output
    } catch (thrown) {
      error.value = toAppError(thrown)
      if (isEnded) message.error(t('serverPage.change.endedAfterLeaving', { title: describeError(error.value).title }))
      return null
    } finally {
      isSending.value = false
    }
  }

  return { error, isSending, send, showEnd }
}
