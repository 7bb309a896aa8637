/**
 * Compares names that users typed (labels, folders, tags, templates) in natural order: `user-2` before `user-10`.
 * Ignores case.
 */
export const compareInNaturalOrder = new Intl.Collator(undefined, { numeric: true, sensitivity: 'accent' }).compare
