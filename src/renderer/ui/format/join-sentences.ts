import { i18n } from '#renderer/text/i18n.ts'

/** Texts after each other as sentences of the language shown: each with its full stop, and a blank between them where the language has one. */
export function joinSentences(parts: readonly (string | null | undefined)[]): string {
  const isJapanese = i18n.global.locale.value === 'ja'
  const sentences = parts.flatMap((part) => part || []).map((part) => (/[.。!?！？]$/u.test(part) ? part : `${part}${isJapanese ? '。' : '.'}`))
  return sentences.join(isJapanese ? '' : ' ')
}
