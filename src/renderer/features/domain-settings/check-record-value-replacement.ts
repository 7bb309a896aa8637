import { toAsciiName } from '#shared/host-name.ts'
import { parseIpAddress } from '#shared/ip-address.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** Returns a value as it is sent: names in Punycode. Texts with blanks are kept. */
function normalizeValue(value: string): string {
  const trimmed = value.trim()
  return /\s/u.test(trimmed) ? trimmed : toAsciiName(trimmed, idna)
}

/**
 * Returns the two values as they are sent, and the first problem (`key`: under `domainSettings.record`); null if the
 * values can be replaced.
 */
export function checkRecordValueReplacement(
  typedFrom: string,
  typedTo: string,
): { from: string; to: string; problem: { field: 'from' | 'to'; key: string } | null } {
  const [from, to] = [normalizeValue(typedFrom), normalizeValue(typedTo)]
  const [oldVersion, newVersion] = [from, to].map((value) => parseIpAddress(value)?.version)
  const problem =
    from === ''
      ? ({ field: 'from', key: 'needed' } as const)
      : to === ''
        ? ({ field: 'to', key: 'needed' } as const)
        : from === to
          ? ({ field: 'to', key: 'sameAsBefore' } as const)
          : oldVersion !== undefined && oldVersion !== newVersion
            ? ({ field: 'to', key: 'otherVersion' } as const)
            : null
  return { from, to, problem }
}
