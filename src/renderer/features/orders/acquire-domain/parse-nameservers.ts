import { fieldRules } from '#shared/api/limits.ts'

const { max, maxLength } = fieldRules.nameserversAtAcquisition
const host = /^[A-Za-z0-9.-]+$/

/** The typed name servers, one a line; null for the service's own. `problem`: the key of its text under `shop.acquire`. */
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
