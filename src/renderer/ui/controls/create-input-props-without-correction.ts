/**
 * Attributes of a text field for names and numbers, which are neither corrected nor completed. `id`: also for tests.
 */
export function createInputPropsWithoutCorrection(id: string, isInvalid = false) {
  return { id, 'data-test': id, 'aria-invalid': isInvalid, spellcheck: false, autocomplete: 'off' }
}
