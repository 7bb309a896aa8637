type Prefixed<Area extends string, Entries> = { [Name in keyof Entries & string as `${Area}.${Name}`]: Entries[Name] }

/** Adds the name of an area to the names of its entries, as in `domain.renew`. */
export function prefixNamesWithArea<const Area extends string, Entries extends object>(
  area: Area,
  entries: Entries,
): Prefixed<Area, Entries> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [`${area}.${name}`, entry])) as Prefixed<
    Area,
    Entries
  >
}
