import { domainToASCII, domainToUnicode } from 'node:url'

export const idna = { toAscii: domainToASCII, toUnicode: domainToUnicode }
