import { currentConfirmation } from './open-confirmation-dialog.ts'

/** Whether a dialog or the search covers the window, so that keys must not act on what lies below. */
export function isModalDialogOpen(): boolean {
  return currentConfirmation.value !== null || document.querySelector('[aria-modal="true"]') !== null
}
