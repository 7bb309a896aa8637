export const disableSearchIndexAutomergeSql = `
-- SQLite merges segments of the full-text index inside a commit, as many pages at once as it takes. The app merges few pages at a time
-- instead (\`mergeSearchIndexSegments\`). Should this ever not keep up, SQLite merges from 64 segments of one level on.
insert into search (search, rank) values ('automerge', 0);
insert into search (search, rank) values ('crisismerge', 64);
`
