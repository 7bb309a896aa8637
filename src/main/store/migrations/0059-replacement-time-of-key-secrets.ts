/** When the present secret of a key replaced another one, epoch milliseconds. Null: never since this version. */
export const replacementTimeOfKeySecretsSql = `
alter table api_key add column secret_replaced_at integer;
`
