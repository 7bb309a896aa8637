import { i18n } from '#renderer/text/i18n.ts'

/** Switches the app's texts to a language and returns the translation function. */
export function setMessageLanguage(language: 'ja' | 'en'): (key: string, values?: Record<string, unknown>) => string {
  i18n.global.locale.value = language
  return (key, values) => i18n.global.t(key, values ?? {})
}
