import { i18n } from '#renderer/text/i18n.ts'

/**
 * Joins texts as sentences of the language. Each gets a full stop; a space separates them if the language uses spaces.
 */
export function joinSentences(parts: readonly (string | null | undefined)[]): string {
  const isJapanese = i18n.global.locale.value === 'ja'
  const sentences = parts
    .flatMap((part) => part || [])
    .map((part) => (/[.。!?！？]$/u.test(part) ? part : `${part}${isJapanese ? '。' : '.'}`))
  return sentences.join(isJapanese ? '' : ' ')
}
