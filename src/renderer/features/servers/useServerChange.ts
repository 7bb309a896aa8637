import { useMessage } from 'naive-ui'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { getTimeWhenErrorWasFirstShown } from '#renderer/ui/notices/get-time-when-error-was-first-shown.ts'

export interface ServerChangeSendStatus {
  isSent: boolean
  isAnswerLost: boolean
  mayBeMadeAgainUntil: number | null
  unproved: string | null
  at: number
}

/** The end of a change, as a message. `at`: epoch milliseconds. */
export interface ServerChangeOutcomeMessage {
  /** Returns the message in the current language, which may change while the message is shown. */
  sentence: () => string
  at: number
}

/**
 * Sends one change of a server at a time, and says how it ended. `isShownInPlace`: the component shows `end`, so that
 * a message appears only after the user has left it.
 */
export function useServerChange({ isShownInPlace = false }: { isShownInPlace?: boolean } = {}) {
  const { t } = useI18n()
  const message = useMessage()
  const error = shallowRef<AppError | null>(null)
  const end = shallowRef<ServerChangeOutcomeMessage | null>(null)
  const isSending = shallowRef(false)
  const hasCauseEnded = useHasErrorCauseEnded()
  let isEnded = false
  /** Until when the service may still execute a request of an earlier change. */
  let earlierMayBeMadeUntil = 0
  onScopeDispose(() => {
    isEnded = true
  })

  function describeEnd(
    { isSent, isAnswerLost, mayBeMadeAgainUntil, unproved }: ServerChangeSendStatus,
    done: () => string,
    earlierUntil: number | null,
  ): string {
    const earlier =
      earlierUntil === null ? null : t('serverPage.change.earlierMayBeMade', { time: formatWaitEnd(earlierUntil) })
    if (!isSent) return joinSentences([t('serverPage.change.alreadySo'), earlier])
    if (!isAnswerLost && mayBeMadeAgainUntil === null)
      return earlier === null ? done() : joinSentences([done(), earlier])
    return joinSentences([
      isAnswerLost ? t('serverPage.change.answerLost', { done: done() }) : done(),
      isAnswerLost && unproved !== null ? t('serverPage.change.unproved', { values: unproved }) : null,
      mayBeMadeAgainUntil === null
        ? null
        : t('serverPage.change.mayBeMadeAgain', { time: formatWaitEnd(mayBeMadeAgainUntil) }),
      earlier,
    ])
  }

  /**
   * Returns null while another change is being sent, and after an error. `error` holds it until its cause ends. `done`
   * returns what was done, as a sentence in the current language.
   */
  async function send<Output extends ServerChangeSendStatus>(
    make: () => Promise<Output>,
    done: () => string,
  ): Promise<Output | null> {
    if (isSending.value) return null
    isSending.value = true
    error.value = null
    end.value = null
    try {
      const output = await make()
      const earlierUntil = earlierMayBeMadeUntil > output.at ? earlierMayBeMadeUntil : null
      earlierMayBeMadeUntil = Math.max(earlierMayBeMadeUntil, output.mayBeMadeAgainUntil ?? 0)
      const sentence = () => describeEnd(output, done, earlierUntil)
      if (!isShownInPlace || isEnded) message[output.isSent ? 'success' : 'info'](sentence())
      else end.value = { sentence, at: output.at }
      return isEnded ? null : output
    } catch (thrown) {
      error.value = toAppError(thrown)
      if (error.value.kind === 'unsettled')
        earlierMayBeMadeUntil = getTimeWhenErrorWasFirstShown(error.value) + maxServiceExecutionDelayMs
      if (isEnded) message.error(t('serverPage.change.endedAfterLeaving', { title: describeError(error.value).title }))
      return null
    } finally {
      isSending.value = false
    }
  }

  function forgetError(): void {
    error.value = null
  }

  return {
    error: computed(() => (error.value && hasCauseEnded(error.value) ? null : error.value)),
    end,
    isSending,
    send,
    forgetError,
  }
}
