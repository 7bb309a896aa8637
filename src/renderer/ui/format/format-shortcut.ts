/** The main modifier key of the system. */
export function formatModifierKey(platform: string): string {
  return platform === 'darwin' ? '⌘' : 'Ctrl'
}

export function formatShortcut(platform: string, key: string): string {
  return platform === 'darwin' ? `⌘${key}` : `Ctrl+${key}`
}
