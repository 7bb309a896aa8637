import { useI18n } from 'vue-i18n'
import type { AreaName } from '#renderer/areas.ts'
import type { OrdersPage } from '#renderer/features/orders/orders-pages.ts'
import type { search } from '#renderer/text/en/search.ts'

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

  function placeTitled(place: string) {
    const key = 'search.command.goTo'
    return {
      title: t(key, { area: t(place) }),
      titles: languages.map((locale) => t(key, { area: t(place, {}, { locale }) }, { locale })),
    }
  }

  function areaTitled(area: AreaName) {
    return placeTitled(`shell.${area}`)
  }

  function pageTitled(page: OrdersPage) {
    return placeTitled(`orders.page.${page}`)
  }

  /** What a page is called on its tab, in every language. */
  function pageNames(page: OrdersPage): string {
    return languages.map((locale) => t(`orders.page.${page}`, {}, { locale })).join(' ')
  }

  function words(of: Words): string {
    return languages.map((locale) => t(`search.words.${of}`, {}, { locale })).join(' ')
  }

  return { titled, areaTitled, pageTitled, pageNames, words }
}
