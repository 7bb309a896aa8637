import { shallowRef, type VNode } from 'vue'

export interface Question {
  title: string
  /** A function: words that change while the question is open. */
  body?: VNode | string | (() => string)
  /** What the button does, in words: "Delete 3 records". */
  action: string
  tone?: 'normal' | 'danger'
  /** Done while the dialog is open: a refusal is shown in it, and it stays. */
  work?: () => Promise<unknown>
}

interface Asked extends Question {
  answer: (isYes: boolean) => void
}

/** The question on screen; `ConfirmHost.vue` shows it. */
export const asked = shallowRef<Asked | null>(null)

/** Asks the person. Resolves to true only if they pressed the action's own button, and its work is done; a newer question answers the older with no. */
export function confirm(question: Question): Promise<boolean> {
  asked.value?.answer(false)
  return new Promise((resolve) => {
    const mine: Asked = {
      ...question,
      answer: (isYes) => {
        // Work may end when a newer question is on screen already.
        if (asked.value === mine) asked.value = null
        resolve(isYes)
      },
    }
    asked.value = mine
  })
}
