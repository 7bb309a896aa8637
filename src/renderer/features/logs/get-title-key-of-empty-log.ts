/**
 * Returns the key of the title of a log view without entries. Unless reads by this app are shown, stored reads may be
 * hidden there.
 */
export function getTitleKeyOfEmptyLog({
  isFiltered,
  showsOwnReads,
}: {
  isFiltered: boolean
  showsOwnReads: boolean
}): `logs.${'noMatch' | 'empty'}.${'title' | 'ownOnlyTitle'}` {
  return `logs.${isFiltered ? 'noMatch' : 'empty'}.${showsOwnReads ? 'title' : 'ownOnlyTitle'}`
}
