/** The recorded calls to the desktop. Tests read them: `app.evaluate(({ standIn }) => standIn.openedExternalUrls)`. */
export const recordedCalls = {
  /** URLs passed to `shell.openExternal`. */
  openedExternalUrls: [] as string[],
  /** `at`: the time when it was shown, by the clock of the main process. */
  notifications: [] as { title: string; body: string; at: number }[],
  /** When the app asked whether notifications are supported, by the clock of the main process. */
  notificationSupportQueriedAt: [] as number[],
  /** Every dialog, with its options. */
  dialogs: [] as { kind: string; options: unknown }[],
  openedOrShownPaths: [] as string[],
}
