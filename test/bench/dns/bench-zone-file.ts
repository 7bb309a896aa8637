import { parseRecordsFile } from '#shared/dns/records-files/parse-records-file.ts'
import { hostileFiles, measureLongestSliceOfParsing } from '#test/shared/dns/records-files/hostile-files.ts'
import { idna } from '#test/shared/dns/node-idna.ts'
import { createFigure, createRatioFigure, median, type Figure } from '#test/bench/bench-figures.ts'
import { measureThreadMsInTurns } from '#test/bench/measure-thread-time.ts'

const lines = 50_000
const maxRatio = 1.5
const hostileBytes = 10 * 1024 * 1024
const hostileRounds = 3
const maxBlockMs = 50

/** Comments, quoted strings, parentheses, line ends and words: what a program without any checks would read. */
const tokens = /"(?:[^"\\\n]|\\.)*"|;[^\n]*|[()\n]|[^\s"();]+/g

/** Compares reading a zone file with splitting it into tokens, and measures how long hostile files block. */
export function benchZoneFile(): Figure[] {
  return [...benchLargeFile(), ...benchHostileFiles()]
}

function benchLargeFile(): Figure[] {
  const file = createZoneFile()
  const { reading, splitting } = measureThreadMsInTurns({
    reading: () => countRecords(file),
    splitting: () => file.match(tokens)?.length ?? 0,
  })
  return [
    createRatioFigure('reading 50,000 lines / splitting them into tokens', reading, splitting, maxRatio),
    createFigure('reading 50,000 lines', reading, 'ms'),
  ]
}

function benchHostileFiles(): Figure[] {
  const files = hostileFiles(hostileBytes).map(({ name, file }) => ({
    name,
    blocks: Array.from({ length: hostileRounds }, () => measureLongestSliceOfParsing(file).longestMs),
  }))
  const worst = files.reduce((one, other) => (median(other.blocks) > median(one.blocks) ? other : one))
  return [
    {
      ...createFigure('longest block by a hostile file of 10 MB', worst.blocks, 'ms', maxBlockMs),
      worstRun: worst.name,
    },
  ]
}

function countRecords(file: string): number {
  const work = parseRecordsFile(file, { domain: 'example.com', idna })
  let step = work.next()
  while (!step.done) step = work.next()
  const { length } = step.value.records
  if (length !== lines) throw new Error(`${length} records`)
  return length
}

/** A zone file with one record in each line, in the mix of types and notations that zones have. */
function createZoneFile(): string {
  const recordLines = [
    (n: number) => `host${n} IN A 192.0.2.${n % 256}`,
    (n: number) => `host${n}\t300\tIN\tAAAA\t2001:db8::${(n % 65_536).toString(16)}`,
    (n: number) => `\tIN MX 10 mail${n % 7}.example.net.`,
    (n: number) => `txt${n} IN TXT "v=spf1 include:_spf${n}.example.net -all" ; comment`,
    (n: number) => `alias${n} 1h IN CNAME host${n - 4}`,
  ]
  return [
    '$ORIGIN example.com.',
    '$TTL 3600',
    ...Array.from({ length: lines }, (_, n) => recordLines[n % recordLines.length]?.(n)),
    '',
  ].join('\n')
}
