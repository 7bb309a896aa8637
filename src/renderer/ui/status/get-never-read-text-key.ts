/**
 * Returns the last part of the text key for data that was never read. `mayRead` is false if the domain or server is
 * gone and no longer read.
 */
export function getNeverReadTextKey({
  isReading,
  mayRead,
  isOffline,
}: {
  isReading: boolean
  mayRead: boolean
  isOffline: boolean
}): 'reading' | 'neverGone' | 'neverOffline' | 'never' {
  if (isReading) return 'reading'
  if (!mayRead) return 'neverGone'
  return isOffline ? 'neverOffline' : 'never'
}
