export const unprovedValuesOfServerChangesSql = `
-- Earlier versions logged every requested value of a change of a server as made. If a change ended with an error, only a
-- later reading showed that it was made. That reading shows the name, but no values. An answer to the addition
-- of a domain proves its state of SSL only if it names the state.
update change_log set change = json_set(change, '$.unproved', json_extract(change, '$.after'), '$.after', null)
where kind = 'server' and result = 'done' and error is not null
  and json_extract(change, '$.operation') in ('addDomain', 'addSubdomain', 'installWordpress', 'deleteWordpress')
  and json_extract(change, '$.unproved') is null and json_extract(change, '$.after') is not null;
update change_log set change = json_set(change, '$.unproved', 'SSL', '$.after',
  iif(json_extract(change, '$.after') = 'SSL, HTTPS', 'HTTPS', null))
where kind = 'server' and result = 'done' and error is null and json_extract(change, '$.operation') = 'addDomain'
  and json_extract(change, '$.unproved') is null and json_extract(change, '$.after') in ('SSL', 'SSL, HTTPS');
`
