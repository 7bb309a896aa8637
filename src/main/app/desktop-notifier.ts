import { Notification } from 'electron'
import type { DesktopNotifier } from '#main/desktop-notifier-port.ts'

/**
 * Shows notifications of the operating system. The references keep a shown notification from being garbage-collected,
 * which would drop its click.
 */
export function createDesktopNotifier(): DesktopNotifier {
  const shown = new Map<string, Notification>()
  return {
    isSupported: Notification.isSupported,
    show(group, { title, body, onClick, onFailed }) {
      shown.get(group)?.close()
      const notification = new Notification({ title, body })
      shown.set(group, notification)
      notification.on('click', onClick)
      // Only Windows emits `failed`.
      notification.on('failed', (_event, error) => onFailed(error))
      notification.show()
    },
  }
}
