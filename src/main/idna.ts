import { domainToASCII, domainToUnicode } from 'node:url'
import type { Idna } from '#shared/parse-domain-names.ts'

export const idna: Idna = { toAscii: domainToASCII, toUnicode: domainToUnicode }
