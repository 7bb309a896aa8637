import { i18n } from '#renderer/text/i18n.ts'

/** The texts of a language, as every view gets them. */
export function setMessages(language: 'ja' | 'en'): (key: string, values?: Record<string, unknown>) => string {
  i18n.global.locale.value = language
  return (key, values) => i18n.global.t(key, values ?? {})
}
