/** The recorded calls to the desktop. Tests read them: `app.evaluate(({ standIn }) => standIn.openedExternalUrls)`. */
export const recordedCalls = {
  /** URLs passed to `shell.openExternal`. */
  openedExternalUrls: [] as string[],
  notifications: [] as { title: string; body: string }[],
  /** Every dialog, with its options. */
  dialogs: [] as { kind: string; options: unknown }[],
  openedOrShownPaths: [] as string[],
}
