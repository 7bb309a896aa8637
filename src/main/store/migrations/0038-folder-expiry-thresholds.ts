export const folderExpiryThresholdsSql = `
-- Expiry thresholds that the user set for the accounts of a folder. Folder '': accounts without a folder. days: a JSON array of numbers, descending.
create table folder_expiry_thresholds (
  folder text primary key,
  days text not null
) strict, without rowid;
`
