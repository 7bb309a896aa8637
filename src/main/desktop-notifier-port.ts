/** A notification of the operating system. */
export interface DesktopNotification {
  title: string
  body: string
  onClick: () => void
  /** Called when the operating system could not show the notification. */
  onFailed: (reason: string) => void
}

/** Shows notifications of the operating system. */
export interface DesktopNotifier {
  isSupported(): boolean
  /** Replaces the earlier notification of the same group, if that is still shown. */
  show(group: string, notification: DesktopNotification): void
}
