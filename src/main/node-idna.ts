import { domainToASCII, domainToUnicode } from 'node:url'
import type { Idna } from '#shared/idna-interface.ts'

export const idna: Idna = { toAscii: domainToASCII, toUnicode: domainToUnicode }
