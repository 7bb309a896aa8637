/** The system's own main modifier. */
export function modifierOf(platform: string): string {
  return platform === 'darwin' ? '⌘' : 'Ctrl'
}

export function shortcutOf(platform: string, key: string): string {
  return platform === 'darwin' ? `⌘${key}` : `Ctrl+${key}`
}
