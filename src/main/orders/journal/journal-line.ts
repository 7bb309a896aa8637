import { hash } from 'node:crypto'
import { AppError } from '#shared/app-error.ts'

/** The JSON text of an intent as stored in both files, with its checksum. */
export interface ChecksummedIntent {
  id: string
  version: number
  /** JSON, UTF-8. */
  text: Buffer
  sum: string
}

/** The parsed contents of the append-only file. */
export interface ParsedJournalFile {
  /** The newest intact version of each intent, in order of first appearance. */
  intactById: Map<string, ChecksummedIntent>
  /** Versions of damaged lines whose head is readable, by intent id. */
  damagedVersions: Map<string, number>
  /** The bytes of the damaged lines. */
  damaged: Buffer[]
  /**
   * The end of the last damaged line that cannot be assigned to an intent; 0 if none. Later lines were written after
   * it.
   */
  unidentifiedDamageEnd: number
  /** The file ends in an unfinished line or an unfinished group of lines. */
  isTorn: boolean
  /** The file has to be rewritten: it is damaged, torn, or holds a wiped secret. */
  needsRewrite: boolean
  /** The last intact line, and its start position. */
  last: { id: string; version: number; start: number } | null
  /** Total bytes of the newest lines. */
  liveBytes: number
}

interface Line extends ChecksummedIntent {
  start: number
  end: number
  /** Number of following lines that belong to the same group. */
  linesLeftInGroup: number
}

const newline = 10
const headPattern = /^([0-9a-f]{16}) (\S{1,64}) (\d{1,15}) (\d{1,9}) (\d{1,9}) ([0-9a-f]{64}) /
const headBytesAtMost = 16 + 64 + 15 + 9 + 9 + 64 + 6
const sealedMark = '"sealed":"'

export function computeChecksum(text: Buffer): string {
  return hash('sha256', text, 'hex')
}

export function createChecksummedIntent(id: string, version: number, text: string): ChecksummedIntent {
  const bytes = Buffer.from(text)
  return { id, version, text: bytes, sum: computeChecksum(bytes) }
}

function headChecksum(fields: string): string {
  return hash('sha256', fields, 'hex').slice(0, 16)
}

/**
 * Formats one line: `<checksum of the head> <id> <version> <linesLeftInGroup> <bytes> <checksum of the text> <text>`.
 * The head has its own checksum, so that id and version of a line with a damaged text are still known.
 */
export function formatJournalLine({ id, version, text, sum }: ChecksummedIntent, linesLeftInGroup: number): Buffer {
  if (!/^\S{1,64}$/.test(id)) throw new AppError('bug', 'The id of an intent has no blanks')
  const fields = `${id} ${version} ${linesLeftInGroup} ${text.length} ${sum}`
  return Buffer.concat([Buffer.from(`${headChecksum(fields)} ${fields} `), text, Buffer.of(newline)])
}

export function parseJournalLines(file: Buffer): ParsedJournalFile {
  const lines: Line[] = []
  const damagedVersions = new Map<string, number>()
  const damaged: Buffer[] = []
  let unidentifiedDamageEnd = 0
  let isTorn = false
  let position = 0
  while (position < file.length) {
    const read = parseLine(file, position)
    if (read.line) {
      lines.push(read.line)
      position = read.line.end
    } else if (read.end === null) {
      isTorn = true
      break
    } else {
      damaged.push(file.subarray(position, read.end))
      if (read.about)
        damagedVersions.set(read.about.id, Math.max(read.about.version, damagedVersions.get(read.about.id) ?? 0))
      else unidentifiedDamageEnd = read.end
      position = read.end
    }
  }
  const isGapped = lines.some(({ start }, index) => start !== (lines[index - 1]?.end ?? 0))
  isTorn = dropUnfinishedGroup(lines) || isTorn
  return {
    ...newestOf(lines, isTorn || isGapped || damaged.length > 0 || (file.length > 0 && file.at(-1) !== newline)),
    damagedVersions,
    damaged,
    unidentifiedDamageEnd,
    isTorn,
  }
}

/** Drops the lines of a group whose last line is missing. Such a group is not valid. */
function dropUnfinishedGroup(lines: Line[]): boolean {
  let isAny = false
  for (
    let expected = 1;
    (lines.at(-1)?.linesLeftInGroup ?? 0) >= expected;
    expected = (lines.pop() as Line).linesLeftInGroup + 1
  )
    isAny = true
  return isAny
}

function newestOf(
  lines: readonly Line[],
  isDamaged: boolean,
): Pick<ParsedJournalFile, 'intactById' | 'needsRewrite' | 'last' | 'liveBytes'> {
  const intactById = new Map<string, ChecksummedIntent>()
  const sealed = new Set<string>()
  for (const line of lines) {
    if (line.version > (intactById.get(line.id)?.version ?? 0)) intactById.set(line.id, line)
    if (line.text.includes(sealedMark)) sealed.add(line.id)
  }
  const hasWiped = [...sealed].some((id) => !intactById.get(id)?.text.includes(sealedMark))
  const last = lines.at(-1)
  return {
    intactById,
    needsRewrite: isDamaged || hasWiped,
    last: last ? { id: last.id, version: last.version, start: last.start } : null,
    liveBytes: [...intactById.values()].reduce((sum, line) => sum + (line as Line).end - (line as Line).start, 0),
  }
}

/**
 * An intact line. Or, for a damaged line: the start of the next line (null if there is none), and the ID and version in
 * its head (null if the head is damaged, too).
 */
type ParsedLine = { line: Line } | { line: null; end: number | null; about: { id: string; version: number } | null }

function parseLine(file: Buffer, start: number): ParsedLine {
  const match = headPattern.exec(file.toString('latin1', start, Math.min(start + headBytesAtMost, file.length)))
  if (match) {
    const [head, statedSum, id, version, linesLeftInGroup, bytes, sum] = match as unknown as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const textStart = start + head.length
    const textEnd = textStart + Number(bytes)
    if (headChecksum(`${id} ${version} ${linesLeftInGroup} ${bytes} ${sum}`) === statedSum) {
      const text = file.subarray(textStart, textEnd)
      const end = file[textEnd] === newline ? textEnd + 1 : textEnd
      if (text.length === Number(bytes) && computeChecksum(text) === sum)
        return {
          line: { id, version: Number(version), linesLeftInGroup: Number(linesLeftInGroup), text, sum, start, end },
        }
      return {
        line: null,
        end: file[textEnd] === newline ? end : nextLine(file, start),
        about: { id, version: Number(version) },
      }
    }
  }
  const end = nextLine(file, start)
  const line = end === null ? null : parseLineByText(file, start, end)
  return line ? { line } : { line: null, end, about: null }
}

function nextLine(file: Buffer, start: number): number | null {
  const found = file.indexOf(newline, start)
  return found < 0 ? null : found + 1
}

/** Parses a line with a damaged head and an intact text. The text contains id and version, too. */
function parseLineByText(file: Buffer, start: number, end: number): Line | null {
  const segment = file.subarray(start, end - 1)
  const opening = segment.indexOf('{')
  if (opening < 0) return null
  const text = segment.subarray(opening)
  const sum = computeChecksum(text)
  try {
    const { id, version } = JSON.parse(text.toString()) as { id: unknown; version: unknown }
    if (typeof id !== 'string' || typeof version !== 'number') return null
    const head = segment.toString('latin1', 0, opening)
    const [statedSum, , , linesLeftInGroup] = head.split(' ')
    const isProved =
      head.endsWith(` ${sum} `) ||
      headChecksum(`${id} ${version} ${linesLeftInGroup} ${text.length} ${sum}`) === statedSum
    return isProved ? { id, version, linesLeftInGroup: 0, text, sum, start, end } : null
  } catch {
    return null
  }
}
