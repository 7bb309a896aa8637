import { createMailRecordFinding, type MailRecordFinding } from './mail-record-finding.ts'

/** `name=value`. */
export interface MailRecordTag {
  name: string
  value: string
}

/** A list `a=b; c=d` (RFC 6376, section 3.2; RFC 7489, section 6.4). `malformed`: parts that are not `name=value`. */
export interface MailRecordTagList {
  tags: MailRecordTag[]
  malformed: string[]
}

/** `isCaseSensitive`: names in upper case are other names, as in DKIM; otherwise, all names are in lower case. */
export function parseMailRecordTagList(value: string, { isCaseSensitive = false } = {}): MailRecordTagList {
  const list: MailRecordTagList = { tags: [], malformed: [] }
  for (const text of value.split(';').map((part) => part.trim())) {
    const [, name, content] = /^([a-z][a-z0-9_]*)\s*=\s*(.*)$/is.exec(text) ?? []
    if (name !== undefined && content !== undefined)
      list.tags.push({ name: isCaseSensitive ? name : name.toLowerCase(), value: content })
    else if (text !== '') list.malformed.push(text)
  }
  return list
}

export function formatMailRecordTagList(tags: readonly MailRecordTag[]): string {
  return tags.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Returns the value of the first tag with this name; undefined if there is none. */
export function findTagValue({ tags }: MailRecordTagList, name: string): string | undefined {
  return tags.find((tag) => tag.name === name)?.value
}

/** Splits a value such as `y:s` at a separator. */
export function splitTagValue(value: string | undefined, separator: ':' | ','): string[] {
  return (value ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Checks the form of a list. `known`: the names of the tags that have a meaning. */
export function checkMailRecordTagList(
  { tags, malformed }: MailRecordTagList,
  known: readonly string[],
): MailRecordFinding[] {
  const names = tags.map(({ name }) => name)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return [
    ...malformed.map((text) => createMailRecordFinding('tagMalformed', { text })),
    ...[...repeated].map((name) => createMailRecordFinding('tagRepeated', { name })),
    ...names.filter((name) => !known.includes(name)).map((name) => createMailRecordFinding('tagUnknown', { name })),
  ]
}
