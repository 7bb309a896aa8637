import { requestFieldRules } from '#shared/api/service-limits.ts'
import { maxHostNameLength } from '#shared/host-name.ts'
import type { Idna } from '#shared/idna-interface.ts'
import { createTextWithCodeUnits, type TextWithCodeUnits } from './moving-file-text-window.ts'
import type { ZoneFileOrigin } from './parse-record-data.ts'
import { isSurelyValidName } from './fast-name-and-address-checks.ts'
import type { ZoneFileEntryScanner } from './zone-file-entry-scanner.ts'
import { maxNameLengthForPunycode, recordsFileParserWorkUnits } from './records-file-limits.ts'
import {
  toAbsoluteName,
  toHostRelativeToZoneKeepingCase,
  unescapeNameInZoneFile,
} from './absolute-and-relative-zone-names.ts'

type OwnerProblem = 'badEscape' | 'noOrigin' | 'outsideZone'

/** Reads owners, and keeps the last one for the entries after it that have none (RFC 1035, section 5.1). */
export interface RecordOwnerParser {
  /** The host of the last owner; null if there is none, or if it was not taken. */
  host: string | null
  /** True if the host surely obeys the record rules. */
  isSurelyValid: boolean
  /** Extra work of the last read, on top of one unit per character; unit: see `recordsFileParserWorkUnits`. */
  cost: number
  /** Sets the owner from the first token of an entry. `origin` is null if it is unknown. */
  read(units: TextWithCodeUnits, tokens: ZoneFileEntryScanner, origin: ZoneFileOrigin | null): OwnerProblem | null
}

/** `domain`: the zone, normalized. */
export function createRecordOwnerParser(domain: string, idna: Idna): RecordOwnerParser {
  /** Hosts up to this length have names within the limit of DNS. */
  const maxSurelyValidHost = Math.min(requestFieldRules.dnsHost.max, maxHostNameLength - domain.length - 1)

  function readName(token: string, origin: ZoneFileOrigin | null): OwnerProblem | null {
    owner.host = null
    const name = unescapeNameInZoneFile(token, idna)
    if (name === null) return 'badEscape'
    const absolute = toAbsoluteName(name, origin?.name ?? '\0')
    if (absolute.endsWith('\0')) return 'noOrigin'
    const host = toHostRelativeToZoneKeepingCase(absolute, domain)
    if (host === null) return 'outsideZone'
    owner.host = host
    owner.isSurelyValid =
      host === '@' ||
      (host.length <= maxSurelyValidHost &&
        isSurelyValidName(createTextWithCodeUnits(host).codes, 0, host.length, false))
    return null
  }

  const owner: RecordOwnerParser = {
    host: null,
    isSurelyValid: false,
    cost: 0,
    read({ text, codes }, { starts, ends, flags }, origin) {
      const start = starts[0] as number
      const end = ends[0] as number
      const isSurelyValid =
        flags[0] === 0 &&
        origin?.name === domain &&
        end - start <= maxSurelyValidHost &&
        isSurelyValidName(codes, start, end, false)
      owner.cost = isSurelyValid
        ? 0
        : recordsFileParserWorkUnits.checkedCharacter * Math.min(end - start, maxNameLengthForPunycode)
      if (!isSurelyValid) return readName(text.slice(start, end), origin)
      owner.host = text.slice(start, end)
      owner.isSurelyValid = true
      return null
    },
  }
  return owner
}
