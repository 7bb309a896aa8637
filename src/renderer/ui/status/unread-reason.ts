/** What is said of a part that was never read: the end of the key of its text. `mayRead` false: what it belongs to is gone, and is read no more. */
export function unreadReason({ isReading, mayRead, isOffline }: { isReading: boolean; mayRead: boolean; isOffline: boolean }): 'reading' | 'neverGone' | 'neverOffline' | 'never' {
  if (isReading) return 'reading'
  if (!mayRead) return 'neverGone'
  return isOffline ? 'neverOffline' : 'never'
}
