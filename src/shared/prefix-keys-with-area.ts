type Prefixed<Area extends string, Entries> = { [Name in keyof Entries & string as `${Area}.${Name}`]: Entries[Name] }

/** The entries of an area under names with the area as prefix, as in `domain.renew`. */
export function prefixKeysWithArea<const Area extends string, Entries extends object>(
  area: Area,
  entries: Entries,
): Prefixed<Area, Entries> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [`${area}.${name}`, entry])) as Prefixed<
    Area,
    Entries
  >
}
