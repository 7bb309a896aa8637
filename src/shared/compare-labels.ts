/** Compares labels of accounts in natural order: `user-2` before `user-10`. Upper and lower case are alike. */
export const compareLabels = new Intl.Collator(undefined, { numeric: true, sensitivity: 'accent' }).compare
