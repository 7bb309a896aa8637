/**
 * Attributes of a text field for names and numbers, without spellcheck and autocomplete. `id`: also for tests.
 */
export function createInputPropsWithoutSpellcheck(id: string, isInvalid = false) {
  return { id, 'data-test': id, 'aria-invalid': isInvalid, spellcheck: false, autocomplete: 'off' }
}
