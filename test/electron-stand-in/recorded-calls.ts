/** The recorded calls to the desktop. Tests read them: `app.evaluate(({ standIn }) => standIn.opened)`. */
export const recordedCalls = {
  /** URLs passed to `shell.openExternal`. */
  opened: [] as string[],
  notifications: [] as { title: string; body: string }[],
  /** Every dialog, with its options. */
  dialogs: [] as { kind: string; options: unknown }[],
  shownItems: [] as string[],
}
