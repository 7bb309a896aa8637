/**
 * The characters that a memo may contain: those of eucJP-win (API description, section "Server contract"). The app
 * ships no table. The table is built with the platform's EUC-JP decoder, which supports JIS X 0208 with the NEC and IBM
 * rows and JIS X
 * 0212.
 */
interface Decoder {
  decode(bytes: Uint8Array): string
}
const { TextDecoder } = globalThis as unknown as { TextDecoder: new (label: string) => Decoder }

/** Characters that Windows and Unix tables map to the same code. Both forms are accepted. */
const equivalentCharacters = '〜～‖∥−－¢￠£￡¬￢—―¥‾'

let supported: Set<string> | undefined

function readTable(): Set<string> {
  const bytes: number[] = []
  for (let lead = 0xa1; lead <= 0xfe; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) bytes.push(lead, trail, 0x8f, lead, trail)
  }
  const table = new Set(new TextDecoder('euc-jp').decode(Uint8Array.from(bytes)))
  table.delete('\ufffd')
  for (const twin of equivalentCharacters) table.add(twin)
  return table
}

function isMemoCharacter(character: string): boolean {
  const code = character.codePointAt(0) as number
  if (code < 0x80) return true
  if (code >= 0xff61 && code <= 0xff9f) return true
  supported ??= readTable()
  return supported.has(character)
}

/** Returns the characters of a text that a memo cannot contain, each once, in order. */
export function findUnsupportedMemoCharacters(text: string): string[] {
  return [...new Set([...text].filter((character) => !isMemoCharacter(character)))]
}
