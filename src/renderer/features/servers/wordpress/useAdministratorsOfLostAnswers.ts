import { computed, reactive, shallowRef } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { loadServerChangeOutcome } from '#renderer/features/servers/useServerChangeOutcomeFromChangeLog.ts'
import type { WordpressDraft } from './find-wordpress-install-form-problems.ts'

export type SentAdministrator = Pick<WordpressDraft, 'adminUsername' | 'adminPassword'>

interface Attempt extends SentAdministrator {
  error: AppError
  isListed: boolean
}

export const isSameAdministrator = (one: SentAdministrator, other: SentAdministrator) =>
  one.adminUsername === other.adminUsername && one.adminPassword === other.adminPassword

/**
 * The administrators of installations whose answers were lost, each once, except of those that a later reading showed
 * as not made. `isListed`: a later reading has the installation. Its password is stored nowhere else, either.
 * `copiedPasswords`: those that the user copied. `forgetAll`: call it when the passwords are not shown any more.
 */
export function useAdministratorsOfLostAnswers() {
  const attempts = shallowRef<readonly Attempt[]>([])
  const copiedPasswords = reactive(new Set<string>())

  async function update(attempt: Attempt): Promise<void> {
    const outcome = await loadServerChangeOutcome(attempt.error)
    if (outcome === null) return
    attempts.value = attempts.value.flatMap((other) => {
      if (other.error !== attempt.error) return [other]
      return outcome.isMade ? [{ ...other, isListed: true }] : []
    })
  }

  /** `error`: of unknown outcome. */
  function add({ adminUsername, adminPassword }: SentAdministrator, error: AppError): void {
    const attempt = { adminUsername, adminPassword, error, isListed: false }
    attempts.value = [...attempts.value, attempt]
    void update(attempt)
  }

  useIpcEvent('changeLog.changed', () => {
    for (const attempt of attempts.value) if (!attempt.isListed) void update(attempt)
  })
  const administrators = computed(() =>
    attempts.value
      .filter((one, index) => attempts.value.findIndex((other) => isSameAdministrator(one, other)) === index)
      .map((one) => ({
        adminUsername: one.adminUsername,
        adminPassword: one.adminPassword,
        isListed: attempts.value.every((other) => other.isListed || !isSameAdministrator(one, other)),
      })),
  )

  /** Whether a password was not copied. `shown`: an administrator whose password is shown in another place. */
  const hasUncopied = (shown?: SentAdministrator) =>
    administrators.value.some(
      (one) => !copiedPasswords.has(one.adminPassword) && !(shown && isSameAdministrator(one, shown)),
    )

  function forgetAll(): void {
    attempts.value = []
    copiedPasswords.clear()
  }

  return { administrators, copiedPasswords, add, hasUncopied, forgetAll }
}
export type AdministratorsOfLostAnswers = ReturnType<typeof useAdministratorsOfLostAnswers>
