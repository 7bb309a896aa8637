import { createI18n } from 'vue-i18n'
import { en } from './en.ts'
import {
  createMissingPlaceholderValueFinder,
  missingPlaceholderValueErrorPrefix,
} from './find-missing-placeholder-values.ts'
import { ja } from './ja.ts'

const messages = { ja, en }
export const i18n = createI18n({ legacy: false, locale: 'ja', fallbackLocale: 'en', messages })

const findMissingPlaceholderValues = createMissingPlaceholderValueFinder(messages)
const { t } = i18n.global
const translate = t as (...args: unknown[]) => string
i18n.global.t = ((key: unknown, ...args: unknown[]) => {
  const missing = findMissingPlaceholderValues(i18n.global.locale.value, key, args)
  if (missing.length > 0) console.error(`${missingPlaceholderValueErrorPrefix}${String(key)}: ${missing.join(', ')}`)
  return translate(key, ...args)
}) as typeof t

/** Sets the language of all texts and of the document. */
export function setLanguage(language: 'ja' | 'en'): void {
  i18n.global.locale.value = language
  document.documentElement.lang = language
}
