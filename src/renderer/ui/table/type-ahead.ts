/** After a pause of this length, the next key begins a new text. In milliseconds. */
const pauseMs = 900

/** The text to search for. `mayStay`: the current row may match, too. */
export interface TypeAheadQuery {
  text: string
  mayStay: boolean
}

/**
 * Collects the letters that are typed on a table. One letter typed again moves on to the next row that begins with it.
 */
export function createTypeAhead(): (event: Pick<KeyboardEvent, 'key' | 'timeStamp'>) => TypeAheadQuery | null {
  let typed = ''
  let lastAt = Number.NEGATIVE_INFINITY

  return ({ key, timeStamp }) => {
    if ([...key].length !== 1 || key === ' ') return null
    if (timeStamp - lastAt > pauseMs) typed = ''
    lastAt = timeStamp
    const letter = key.toLowerCase()
    typed += letter
    return [...typed].every((each) => each === letter)
      ? { text: letter, mayStay: false }
      : { text: typed, mayStay: true }
  }
}
