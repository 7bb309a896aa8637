export interface TrayMenuItem {
  label: string
  /** Null: the line cannot be clicked. */
  onClick: (() => void) | null
}

export interface TrayContent {
  tooltip: string
  /** Number of items that need attention. */
  count: number
  /** The menu items in groups, with a line between two groups. */
  menu: readonly (readonly TrayMenuItem[])[]
}

/** The icon of the app in the tray of the desktop, or in the menu bar of macOS. */
export interface TrayIcon {
  show(content: TrayContent): void
}
