import { requestFieldRules } from '#shared/api/service-limits.ts'

const { max, maxLength } = requestFieldRules.nameserversAtAcquisition
const host = /^[A-Za-z0-9.-]+$/

/**
 * Parses name servers separated by blanks, line breaks or commas. `nameservers` null: the service's own. `problem`: a
 * text key under `purchase.acquire`.
 */
export function parseNameservers(text: string): {
  nameservers: string[] | null
  problem: 'tooManyServers' | 'badServer' | null
} {
  const lines = text.split(/[\s,]+/u).filter((line) => line !== '')
  if (lines.length > max) return { nameservers: null, problem: 'tooManyServers' }
  if (lines.some((line) => line.length > maxLength || !host.test(line)))
    return { nameservers: null, problem: 'badServer' }
  return { nameservers: lines.length === 0 ? null : lines, problem: null }
}
