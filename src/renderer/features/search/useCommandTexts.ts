import { useI18n } from 'vue-i18n'
import type { AreaName } from '../../router.ts'
import type { search } from '../../text/en/search.ts'

type Command = keyof typeof search.command
type Words = keyof typeof search.words

const languages = ['en', 'ja'] as const

/** The names of commands: as they are shown, and in every language, so that each finds them. */
export function useCommandTexts() {
  const { t } = useI18n()

  function titled(command: Command, named: Record<string, string> = {}) {
    const key = `search.command.${command}`
    return { title: t(key, named), titles: languages.map((locale) => t(key, named, { locale })) }
  }

  function areaTitled(area: AreaName) {
    const key = 'search.command.goTo'
    return { title: t(key, { area: t(`shell.${area}`) }), titles: languages.map((locale) => t(key, { area: t(`shell.${area}`, {}, { locale }) }, { locale })) }
  }

  function words(of: Words): string {
    return languages.map((locale) => t(`search.words.${of}`, {}, { locale })).join(' ')
  }

  return { titled, areaTitled, words }
}
