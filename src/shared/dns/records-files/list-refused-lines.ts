import type { RecordsFileFinding } from './records-and-findings.ts'

/** Returns the lines with an error, each once, although a line may break several rules. */
export function listRefusedLines(findings: readonly Pick<RecordsFileFinding, 'line' | 'severity'>[]): number[] {
  return [...new Set(findings.flatMap(({ line, severity }) => (severity === 'error' ? [line] : [])))]
}
