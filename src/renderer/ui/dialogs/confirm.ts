import { shallowRef, type VNode } from 'vue'

export interface ConfirmationOptions {
  title: string
  /** A function: words that change while the question is open. */
  body?: VNode | string | (() => string)
  /** What the button does, in words: "Delete 3 records". */
  action: string
  tone?: 'normal' | 'danger'
  /** Done while the dialog is open: a refusal is shown in it, and it stays. */
  work?: () => Promise<unknown>
}

interface OpenConfirmation extends ConfirmationOptions {
  answer: (isYes: boolean) => void
}

/** The question on screen; `ConfirmDialog.vue` shows it. */
export const openConfirmation = shallowRef<OpenConfirmation | null>(null)

/** Asks the person. Resolves to true only if they pressed the action's own button, and its work is done; a newer question answers the older with no. */
export function confirm(options: ConfirmationOptions): Promise<boolean> {
  openConfirmation.value?.answer(false)
  return new Promise((resolve) => {
    const mine: OpenConfirmation = {
      ...options,
      answer: (isYes) => {
        // Work may end when a newer question is on screen already.
        if (openConfirmation.value === mine) openConfirmation.value = null
        resolve(isYes)
      },
    }
    openConfirmation.value = mine
  })
}
