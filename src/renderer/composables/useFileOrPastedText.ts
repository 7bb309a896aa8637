import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, shallowRef } from 'vue'
import { AppError, toAppError } from '#shared/app-error.ts'
import { decodeTextFile, type TextEncoding } from '#shared/decode-text-file.ts'
import { runWithPausesUnlessStale } from './run-with-pauses-unless-stale.ts'

/** Typed text is read after a pause, so that a large text is not read after each key press. */
const typingPauseMs = 300

/** A file or pasted text, and what its reader found in it. */
export interface FileOrPastedText<Content> {
  /** Null: pasted text. */
  name: string | null
  text: string
  encoding: TextEncoding
  content: Content
}

/**
 * Reads files and pasted text. A newer file replaces an older one that is still being read. `maxBytes` limits a file in
 * bytes and a text in characters; `parse` must refuse a longer text.
 */
export function useFileOrPastedText<Content>(maxBytes: number, parse: (text: string) => Generator<void, Content>) {
  const file = shallowRef<FileOrPastedText<Content> | null>(null)
  const isReading = shallowRef(false)
  const error = shallowRef<AppError | null>(null)
  /** Typed text that was not read yet. */
  let unread: string | null = null
  let reading = 0

  async function read(
    name: string | null,
    load: () => Promise<Uint8Array> | Pick<FileOrPastedText<Content>, 'text' | 'encoding'>,
    isCut = false,
  ): Promise<void> {
    unread = null
    reading += 1
    const mine = reading
    const isStale = () => mine !== reading
    isReading.value = true
    error.value = null
    file.value = null
    try {
      const loaded = await load()
      const decoded = 'text' in loaded ? loaded : await runWithPausesUnlessStale(decodeTextFile(loaded), isStale)
      if (!decoded || isStale()) return
      const { encoding } = decoded
      // A character may take several bytes, so the loaded part can have fewer characters than the limit. The padding
      // makes the text longer than the limit, so that `parse` refuses it.
      const text = isCut ? decoded.text.padEnd(maxBytes + 1) : decoded.text
      const content = await runWithPausesUnlessStale(parse(text), isStale)
      if (content !== null) file.value = { name, text, encoding, content }
    } catch (thrown) {
      if (!isStale()) error.value = toAppError(thrown)
    } finally {
      if (!isStale()) isReading.value = false
    }
  }

  /** Only the beginning of a file above the limit is loaded. It is refused by its length. */
  function readFile(chosen: File): Promise<void> {
    const isCut = chosen.size > maxBytes
    const part = isCut ? chosen.slice(0, maxBytes + 1) : chosen
    return read(chosen.name, async () => new Uint8Array(await loadBytes(part)), isCut)
  }

  function readText(text: string): Promise<void> | void {
    if (text.trim() === '') clear()
    else return read(null, () => ({ text, encoding: 'utf-8' }))
  }

  const readTyped = useDebounceFn(() => {
    if (unread !== null) void readText(unread)
  }, typingPauseMs)

  /** Reads the text when no other text follows soon. */
  function readTextSoon(text: string): void {
    if (text.trim() === '') return clear()
    unread = text
    void readTyped()
  }

  /**
   * The newest text, even if it was typed and is not parsed yet. Null: there is none, or a file or a text is being
   * read.
   */
  function latestInput(): Omit<FileOrPastedText<unknown>, 'content'> | null {
    return unread === null ? file.value : { name: null, text: unread, encoding: 'utf-8' }
  }

  /** Reads a file again that was read before. */
  function readAgain({ name, text, encoding }: Omit<FileOrPastedText<Content>, 'content'>): Promise<void> {
    return read(name, () => ({ text, encoding }))
  }

  function clear(): void {
    unread = null
    reading += 1
    isReading.value = false
    error.value = null
    file.value = null
  }

  onScopeDispose(clear)
  return { file, isReading, error, readFile, readText, readTextSoon, readAgain, latestInput, clear }
}

/** A folder, or a file that the user may not read, fails only now. */
async function loadBytes(part: Blob): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer()
  } catch (cause) {
    throw new AppError('invalid_input', 'The file cannot be read', { cause, details: { reason: 'unreadable_file' } })
  }
}
