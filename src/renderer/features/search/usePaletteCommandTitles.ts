import { useI18n } from 'vue-i18n'
import type { AreaName } from '#renderer/app-areas-and-routes.ts'
import type { OrdersRouteName } from '#renderer/features/orders/orders-route-names.ts'
import type { search } from '#renderer/text/en/search.ts'

type Command = keyof typeof search.command
type Words = keyof typeof search.words

const languages = ['en', 'ja'] as const

/** Returns the titles of palette commands: in the current language for display, in all languages for the search. */
export function usePaletteCommandTitles() {
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

  function pageTitled(page: OrdersRouteName) {
    return placeTitled(`orders.page.${page}`)
  }

  /** The name of a page on its tab, in all languages. */
  function pageNames(page: OrdersRouteName): string {
    return languages.map((locale) => t(`orders.page.${page}`, {}, { locale })).join(' ')
  }

  function customersTitled() {
    return placeTitled('customers.title')
  }

  function words(of: Words): string {
    return languages.map((locale) => t(`search.words.${of}`, {}, { locale })).join(' ')
  }

  return { titled, areaTitled, pageTitled, customersTitled, pageNames, words }
}
