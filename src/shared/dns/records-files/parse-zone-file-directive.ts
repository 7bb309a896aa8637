import type { Idna } from '#shared/idna-interface.ts'
import { createTextWithCodeUnits, type TextWithCodeUnits } from './moving-file-text-window.ts'
import { parseGenerateDirective, type GeneratedEntries } from './parse-generate-directive.ts'
import type { ZoneFileOrigin } from './parse-record-data.ts'
import { parseTtl } from './parse-ttl.ts'
import { isSurelyValidName } from './fast-name-and-address-checks.ts'
import { tokenContentFlags, type ZoneFileEntryScanner } from './zone-file-entry-scanner.ts'
import type { RecordsFileFinding } from './records-and-findings.ts'
import type { RecordsFileErrorCode } from './records-file-finding-codes.ts'
import { maxNameLengthForPunycode, maxTypeLengthInFinding, recordsFileLimits } from './records-file-limits.ts'
import { toAbsoluteName, unescapeNameInZoneFile } from './absolute-and-relative-zone-names.ts'

export const generateDirectiveExample = '$GENERATE 1-9 host-$ A 192.0.2.$'

/** The effect of a directive, or the reason why it cannot be used. */
export interface ZoneFileDirective {
  /** Null: relative names are unknown from here on. */
  origin?: ZoneFileOrigin | null
  /** Null: there is no default from here on. */
  ttl?: number | null
  generation?: GeneratedEntries
  problem?: { code: RecordsFileErrorCode; values: RecordsFileFinding['values'] }
}

export interface ZoneFileDirectiveContext {
  /** The zone, normalized. */
  domain: string
  /** Before the directive; null if it is unknown. */
  origin: ZoneFileOrigin | null
  idna: Idna
}

/** Reads an entry whose first token begins with `$`. */
export function parseZoneFileDirective(
  units: TextWithCodeUnits,
  tokens: ZoneFileEntryScanner,
  context: ZoneFileDirectiveContext,
): ZoneFileDirective {
  const { starts, ends, count } = tokens
  const token = (index: number) => units.text.slice(starts[index], ends[index])
  const directive = token(0).toUpperCase()
  switch (directive) {
    case '$ORIGIN': {
      const origin = count === 2 ? parseOrigin(token(1), context) : null
      return { origin, ...(origin === null && problem('directiveForm', { directive, form: '$ORIGIN example.com.' })) }
    }
    case '$TTL': {
      const ttl = count === 2 ? parseTtl(units.codes, starts[1] as number, ends[1] as number) : null
      return { ttl, ...(ttl === null && problem('directiveForm', { directive, form: '$TTL 3600' })) }
    }
    case '$INCLUDE':
      return problem('includeRefused')
    case '$GENERATE':
      return parseGenerate(units.text, tokens, token(1))
    default:
      return problem('unknownDirective', { directive: directive.slice(0, maxTypeLengthInFinding) })
  }
}

function problem(
  code: RecordsFileErrorCode,
  values: RecordsFileFinding['values'] = {},
): Pick<ZoneFileDirective, 'problem'> {
  return { problem: { code, values } }
}

export function createZoneFileOrigin(name: string): ZoneFileOrigin {
  return {
    name,
    suffix: `.${name}`,
    isSurelyValid: isSurelyValidName(createTextWithCodeUnits(name).codes, 0, name.length, true),
  }
}

function parseOrigin(token: string, { domain, origin, idna }: ZoneFileDirectiveContext): ZoneFileOrigin | null {
  const name = unescapeNameInZoneFile(token, idna)
  const absolute = name === null ? null : toAbsoluteName(name, origin?.name ?? '\0')
  if (absolute === null || absolute.endsWith('\0') || absolute.length > maxNameLengthForPunycode) return null
  return createZoneFileOrigin(absolute.toLowerCase() === domain ? domain : absolute)
}

function parseGenerate(
  text: string,
  { starts, ends, flags, count }: ZoneFileEntryScanner,
  range: string,
): ZoneFileDirective {
  const last = count - 1
  // A quotation mark at the end of the last token is part of the template.
  const end = (ends[last] as number) + ((flags[last] as number) & tokenContentFlags.quoted)
  const generation = count < 4 ? null : parseGenerateDirective(range, text.slice(starts[2], end))
  if (generation === null) return problem('generateForm', { form: generateDirectiveExample })
  const max = recordsFileLimits.recordsPerGenerateDirective
  return generation.count > max ? problem('generateTooMany', { n: generation.count, max }) : { generation }
}
