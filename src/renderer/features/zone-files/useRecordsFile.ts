import { onScopeDispose, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { decodeTextFile, type TextEncoding } from '#shared/decode-text-file.ts'
import { readRecordsFile, type RecordsFileContent } from '#shared/dns/zone-file/read-records-file.ts'
import { zoneFileLimits } from '#shared/dns/zone-file/zone-file-limits.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'
import { readInSlices } from './read-in-slices.ts'

/** A file or pasted text, and what can be imported of it. */
export interface ReadRecordsFile {
  /** Null: pasted text. */
  name: string | null
  text: string
  encoding: TextEncoding
  content: RecordsFileContent
}

/** Reads files and pasted text with records. A newer file replaces an older one that is still being read. */
export function useRecordsFile(domain: () => string) {
  const file = shallowRef<ReadRecordsFile | null>(null)
  const isReading = shallowRef(false)
  const error = shallowRef<AppError | null>(null)
  let reading = 0

  async function read(name: string | null, load: () => Promise<Uint8Array> | string): Promise<void> {
    reading += 1
    const mine = reading
    const isStale = () => mine !== reading
    isReading.value = true
    error.value = null
    file.value = null
    try {
      const loaded = await load()
      const decoded =
        typeof loaded === 'string'
          ? { text: loaded, encoding: 'utf-8' as const }
          : await readInSlices(decodeTextFile(loaded), isStale)
      if (!decoded || isStale()) return
      const { text, encoding } = decoded
      const content = await readInSlices(readRecordsFile(text, { domain: domain(), idna }), isStale)
      if (content) file.value = { name, text, encoding, content }
    } catch (thrown) {
      if (!isStale()) error.value = toAppError(thrown)
    } finally {
      if (!isStale()) isReading.value = false
    }
  }

  /** Of a file above the limit, only so much is loaded that the reader refuses it. */
  function readFile(chosen: File): Promise<void> {
    return read(chosen.name, async () => {
      const part = chosen.size > zoneFileLimits.bytes ? chosen.slice(0, zoneFileLimits.bytes + 1) : chosen
      return new Uint8Array(await part.arrayBuffer())
    })
  }

  function readText(text: string): Promise<void> | void {
    if (text.trim() === '') clear()
    else return read(null, () => text)
  }

  function clear(): void {
    reading += 1
    isReading.value = false
    error.value = null
    file.value = null
  }

  onScopeDispose(clear)
  return { file, isReading, error, readFile, readText, clear }
}
