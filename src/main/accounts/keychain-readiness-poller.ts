import { minuteMs, secondMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'
import type { KeychainSecretStore } from './keychain-secret-store.ts'

const firstPauseMs = 5 * secondMs
const longestPauseMs = 10 * minuteMs

export interface KeychainReadinessPoller {
  /** Checks the keychain until it is ready. Does nothing while it is already doing so. */
  pollUntilReady(): void
}

/**
 * Checks a keychain that is not ready, with growing pauses, because on some systems each check shows a password prompt
 * (ADR 18).
 */
export function createKeychainReadinessPoller({
  keychain,
  clock,
  closing,
}: {
  keychain: Pick<KeychainSecretStore, 'state' | 'checkState'>
  clock: Pick<Clock, 'sleep'>
  /** Aborted when the app closes. */
  closing: AbortSignal
}): KeychainReadinessPoller {
  let isPolling = false

  async function poll(): Promise<void> {
    isPolling = true
    try {
      for (
        let pauseMs = firstPauseMs;
        keychain.state().state !== 'ready';
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      ) {
        await clock.sleep(pauseMs, closing)
        if (keychain.state().state !== 'ready') await keychain.checkState()
      }
    } finally {
      isPolling = false
    }
  }

  return {
    pollUntilReady() {
      // The sleep ends with an error when the app closes.
      if (!isPolling) poll().catch(() => undefined)
    },
  }
}
