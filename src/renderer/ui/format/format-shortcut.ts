/** Returns the main modifier key of the system. */
export function formatModifierKey(platform: string): string {
  return platform === 'darwin' ? '⌘' : 'Ctrl'
}

/** Formats a shortcut of Shift, the main modifier key and `key`. */
export function formatShiftShortcut(platform: string, key: string): string {
  return platform === 'darwin' ? `⇧⌘${key}` : `Ctrl+Shift+${key}`
}

export function formatShortcut(platform: string, key: string): string {
  return platform === 'darwin' ? `⌘${key}` : `Ctrl+${key}`
}
