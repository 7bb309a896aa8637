import { computed, onBeforeUnmount, shallowRef, watch } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { Annotation, AnnotationTarget } from '#shared/ipc/annotations.ts'
import { getTagComparisonKey } from '#shared/tag-rules.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

const pauseMs = 600

/** Stores the tags and the customer at once, and the note when the user pauses or leaves. `annotation`: as stored. */
export function useSaveAnnotation(target: () => AnnotationTarget, annotation: () => Annotation) {
  /** `retry` repeats the command that failed. */
  const failure = shallowRef<{ error: AppError; retry: () => Promise<void> } | null>(null)
  const tags = shallowRef(annotation().tags)
  const customer = shallowRef(annotation().customer)
  /** The note as typed, and as last stored. */
  const note = shallowRef(annotation().note)
  const stored = shallowRef(annotation().note)
  const wasTyped = shallowRef(false)
  let pause: ReturnType<typeof setTimeout> | undefined

  async function saveTags(chosen: string[]): Promise<void> {
    const before = tags.value
    tags.value = chosen
    const change = { target: target(), add: withoutKeysOf(chosen, before), remove: withoutKeysOf(before, chosen) }
    if (change.add.length === 0 && change.remove.length === 0) return
    try {
      await mainCommands.annotations.changeTagsAndCustomers({ changes: [change] })
      failure.value = null
    } catch (thrown) {
      failure.value = { error: toAppError(thrown), retry: () => saveTags(chosen) }
      tags.value = before
    }
  }

  async function saveCustomer(chosen: string): Promise<void> {
    const before = customer.value
    customer.value = chosen
    if (chosen === before) return
    try {
      await mainCommands.annotations.changeTagsAndCustomers({ changes: [{ target: target(), customer: chosen }] })
      failure.value = null
    } catch (thrown) {
      failure.value = { error: toAppError(thrown), retry: () => saveCustomer(chosen) }
      customer.value = before
    }
  }

  async function saveNote(): Promise<void> {
    clearTimeout(pause)
    const typed = note.value
    if (typed === stored.value) return
    try {
      await mainCommands.annotations.setNote({ target: target(), note: typed })
      stored.value = typed
      failure.value = null
    } catch (thrown) {
      failure.value = { error: toAppError(thrown), retry: saveNote }
    }
  }

  function typeNote(typed: string): void {
    note.value = typed
    wasTyped.value = true
    clearTimeout(pause)
    pause = setTimeout(saveNote, pauseMs)
  }

  watch(annotation, (newer) => {
    tags.value = newer.tags
    customer.value = newer.customer
    // Unsaved text in the note is kept.
    if (note.value !== stored.value) return
    note.value = newer.note
    stored.value = newer.note
  })
  onBeforeUnmount(() => void saveNote())

  return {
    tags,
    customer,
    note,
    isUnsaved: computed(() => note.value !== stored.value),
    wasTyped,
    failure,
    saveTags,
    saveCustomer,
    saveNote,
    typeNote,
  }
}

function withoutKeysOf(one: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(getTagComparisonKey))
  return one.filter((tag) => !keys.has(getTagComparisonKey(tag)))
}
