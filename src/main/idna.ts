import { domainToASCII, domainToUnicode } from 'node:url'
import type { Idna } from '#shared/typed-names.ts'

export const idna: Idna = { toAscii: domainToASCII, toUnicode: domainToUnicode }
