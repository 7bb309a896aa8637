type Messages = { readonly [name: string]: string | Messages }

/** Returns the names of the placeholders for which a call passes no value. vue-i18n would show nothing there. */
export type FindMissingPlaceholderValues = (language: string, key: unknown, args: readonly unknown[]) => string[]

/** First words of the developer-console error about a text with a missing value. Tests fail when they see it. */
export const missingPlaceholderValueErrorPrefix = 'A text lacks a value: '

/** vue-i18n passes the count of a plural under both names. */
const pluralNames: readonly string[] = ['n', 'count']

/** `args`: the arguments of `t` after the key. A text that does not exist has no values. */
export function createMissingPlaceholderValueFinder(
  messages: Readonly<Record<string, Messages>>,
): FindMissingPlaceholderValues {
  const placeholders = new Map(
    Object.entries(messages).map(([language, texts]) => [language, new Map(listPlaceholders(texts, ''))]),
  )
  return (language, key, args) => {
    const names = placeholders.get(language)?.get(String(key))
    if (names === undefined) return []
    const values = args.find((arg): arg is Record<string, unknown> => typeof arg === 'object' && arg !== null) ?? {}
    const hasCount = args.some((arg) => typeof arg === 'number')
    return names.filter((name) => (values[name] ?? null) === null && !(hasCount && pluralNames.includes(name)))
  }
}

/** The texts with placeholders. */
function* listPlaceholders(texts: Messages, path: string): Generator<[key: string, names: string[]]> {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string') yield* listPlaceholders(text, `${path}${name}.`)
    else {
      const names = new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string))
      if (names.size > 0) yield [path + name, [...names]]
    }
  }
}
