import { computed, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import {
  loadServerInformation,
  refreshServerInformation,
  type ServerInformation,
} from '#renderer/features/servers/load-server-information.ts'

function findToken({ data }: ServerInformation): string | null {
  const token = data['domain_validation_token']
  return typeof token === 'string' && token.trim() !== '' ? token.trim() : null
}

/** Opens the drawer that adds the verification record of a name. Reads the token of the server first. */
export function useAddVerificationRecordDrawer(server: () => { accountId: string; servername: string }) {
  const verifying = shallowRef<{ name: string; token: string } | null>(null)
  const isOpening = shallowRef(false)
  const error = shallowRef<AppError | null>(null)
  /** True if the service returned no token. */
  const hasNoToken = shallowRef(false)
  const hasCauseEnded = useHasErrorCauseEnded()

  function forgetFailure(): void {
    error.value = null
    hasNoToken.value = false
  }

  /** Takes the stored token if it is not old, or else the one of a new reading of the server information. */
  async function open(name: string): Promise<void> {
    if (isOpening.value) return
    isOpening.value = true
    forgetFailure()
    try {
      const { accountId, servername } = server()
      const input = { accountId, name: servername }
      const token = findToken(await loadServerInformation(input)) ?? findToken(await refreshServerInformation(input))
      if (token === null) hasNoToken.value = true
      else verifying.value = { name, token }
    } catch (thrown) {
      error.value = toAppError(thrown)
    }
    isOpening.value = false
  }

  function close(): void {
    verifying.value = null
    forgetFailure()
  }

  return {
    verifying,
    isOpening,
    error: computed(() => (error.value && hasCauseEnded(error.value) ? null : error.value)),
    hasNoToken,
    open,
    close,
  }
}
