/** What the app asked the system for, kept for tests: `app.evaluate(({ standIn }) => standIn.opened)`. */
export const recordedCalls = {
  /** Addresses given to `shell.openExternal`. */
  opened: [] as string[],
  notifications: [] as { title: string; body: string }[],
  /** Every dialog, with its options. */
  dialogs: [] as { kind: string; options: unknown }[],
  shownItems: [] as string[],
}
