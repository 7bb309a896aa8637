import { computed, shallowRef, watch } from 'vue'
import { mainCommands } from '#renderer/ipc-client.ts'
import { countOverlappingLines, removeEmptyLastLine } from './count-overlapping-lines.ts'
import { formatJson } from '#renderer/features/servers/format-json.ts'
import { useUnstoredServerAnswer } from '#renderer/features/servers/useUnstoredServerAnswer.ts'

/** A line of a log. `id` stays the same while the line stays in the log, so that a longer log keeps its place. */
export interface ErrorLogLine {
  id: number
  text: string
}

/**
 * The newest lines of the error log of one domain. They are read when `domain` or `count` changes. `added`: how many
 * lines came with the last reading, at least; null when it cannot be compared with a reading before it, also because
 * the shape of one of them is unknown.
 */
export function useErrorLog(server: { accountId: string; servername: string }, obstacle: () => string | null) {
  const domain = shallowRef<string | null>(null)
  const count = shallowRef(100)
  const state = useUnstoredServerAnswer(
    () => mainCommands.servers.errorLog({ ...server, domain: domain.value ?? '', lines: count.value }),
    () => (domain.value === null ? '' : obstacle()),
    { startsAtOnce: false },
  )
  const lines = shallowRef<ErrorLogLine[]>([])
  const added = shallowRef<number | null>(null)
  /** The number of lines that were asked for in the reading that is shown; null if that has no known lines. */
  let shownCount: number | null = null

  function forget(): void {
    state.forget()
    lines.value = []
    added.value = null
    shownCount = null
  }

  watch(state.reading, (reading) => {
    if (!reading) return
    // An answer of unknown shape is shown as received, in lines.
    const texts = removeEmptyLastLine(reading.data ?? formatJson(reading.answer).split('\n'))
    const isComparable = reading.data !== null && shownCount === count.value
    const before = isComparable ? lines.value.map(({ text }) => text) : []
    const overlap = countOverlappingLines(before, texts)
    const firstId = (lines.value.at(-1)?.id ?? -1) + 1 - overlap
    lines.value = texts.map((text, index) => ({ id: firstId + index, text }))
    added.value = isComparable ? texts.length - overlap : null
    shownCount = reading.data === null ? null : count.value
  })
  watch(domain, (newDomain) => {
    forget()
    if (newDomain !== null) void state.read()
  })
  watch(count, () => {
    if (domain.value !== null) void state.read()
  })

  return {
    domain,
    count,
    state,
    lines,
    added,
    /** The ID of the first line that the last reading added. */
    newFrom: computed(() =>
      added.value === null ? Number.POSITIVE_INFINITY : (lines.value.at(-1)?.id ?? -1) + 1 - added.value,
    ),
    isUnknownShape: computed(() => state.reading.value !== null && state.reading.value.data === null),
  }
}
