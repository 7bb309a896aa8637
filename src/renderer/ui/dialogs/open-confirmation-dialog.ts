import { shallowRef, type VNode } from 'vue'

/** Why the action of a confirmation is not possible now. `go` leads to what must be done before; `way` is its label. */
export interface ConfirmationObstacle {
  title: string
  text: string
  way: string
  go: () => void
}

export interface ConfirmationOptions {
  title: string
  /** A function if the text changes while the dialog is open. */
  body?: VNode | string | (() => string)
  /** Label of the button, e.g. "Delete 3 records". */
  action: string
  /** What the action concerns, for screen readers, where `action` does not say it. */
  actionTarget?: string
  /** Label of the button that closes the dialog without the action. Default: "Cancel". */
  refusal?: string
  /** Disables the action unless it returns null. A function, because the obstacle may end while the dialog is open. */
  obstacle?: () => ConfirmationObstacle | null
  /** True if there is still something to do. The action is disabled when that ends while the dialog is open. */
  hasEffect?: () => boolean
  tone?: 'normal' | 'danger'
  /** Runs while the dialog is open. If it throws, the dialog stays open and shows the error. */
  work?: () => Promise<unknown>
  /** What `work` does, for work that may take longer than some seconds. */
  workText?: string
  /** Lets the user close the dialog while `work` goes on; called when the user does. */
  onContinueInBackground?: () => void
}

interface OpenConfirmation extends ConfirmationOptions {
  answer: (isYes: boolean) => void
  /** Closes the dialog before `work` has ended. */
  continueInBackground: () => void
  /** Rejects the promise of the confirmation, for `work` that failed after the dialog was closed. */
  fail: (thrown: unknown) => void
}

/** The current confirmation; `ConfirmDialog.vue` shows it. */
export const currentConfirmation = shallowRef<OpenConfirmation | null>(null)

/**
 * Opens the confirmation dialog. Resolves to true only after the user pressed the action button and `work` succeeded. A
 * newer confirmation resolves an open one to false. Rejects with the error of a `work` that went on in the background.
 */
export function confirm(options: ConfirmationOptions): Promise<boolean> {
  currentConfirmation.value?.answer(false)
  return new Promise((resolve, reject) => {
    const mine: OpenConfirmation = {
      ...options,
      continueInBackground: () => {
        if (currentConfirmation.value === mine) currentConfirmation.value = null
        options.onContinueInBackground?.()
      },
      fail: reject,
      answer: (isYes) => {
        // `work` may end after a newer confirmation was opened.
        if (currentConfirmation.value === mine) currentConfirmation.value = null
        resolve(isYes)
      },
    }
    currentConfirmation.value = mine
  })
}
