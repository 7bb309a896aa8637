import type { RecordImportMode } from '#shared/ipc/domain-change-plans.ts'
import type { DetectedRecordsFormat } from '#shared/dns/records-files/parse-records-file.ts'
import type { TextEncoding } from '#shared/decode-text-file.ts'
import type { domainSnapshotParts, DomainSnapshot } from '#shared/ipc/domain-snapshots.ts'
import type { RecordsFileFormat } from '#shared/ipc/records-file-formats.ts'

/** Import and export of zones, templates, and snapshots. */
export const zoneTools = {
  menu: {
    title: 'Zone',
    import: 'Import records…',
    template: 'Apply a template…',
    saveTemplate: 'Save as a template…',
    history: 'Snapshots…',
    export: 'Export',
  },
  format: { zone: 'Zone file (BIND)', csv: 'CSV', json: 'JSON of the API' } satisfies Record<RecordsFileFormat, string>,
  notExact: '{n} record is not in the file as it is | {n} records are not in the file as they are',
  plan: 'Review changes…',
  planHint: 'The changes are shown first. You then decide whether to send them.',
  planning: 'Comparing {done} of {total} domains…',
  cancelPlanning: 'Stop',
  mode: {
    label: 'What happens to the other records',
    merge: 'Add',
    replace_names: 'Replace these hosts',
    replace: 'Replace the whole zone',
  } satisfies Record<RecordImportMode | 'label', string>,
  modeText: {
    merge:
      'Records are added. A record that is already there gets the TTL and priority given here. No record is deleted.',
    replace_names: 'At each host named here, all other records are deleted. Other hosts stay as they are.',
    replace: 'Every record that is not named here is deleted.',
  } satisfies Record<RecordImportMode, string>,
  import: {
    title: 'Import records',
    choose: 'Choose a file…',
    drop: 'Or drop a file here.',
    paste: 'Or paste the records',
    pasteHint: 'Zone file, CSV with column names in the first row, or JSON.',
    reading: 'Reading…',
    pasted: 'Pasted text',
    remove: 'Remove the file',
    format: { 'zone-file': 'Zone file', csv: 'CSV', json: 'JSON' } satisfies Record<DetectedRecordsFormat, string>,
    encoding: {
      'utf-8': 'UTF-8',
      'utf-16le': 'UTF-16 LE',
      'utf-16be': 'UTF-16 BE',
      shift_jis: 'Shift_JIS',
    } satisfies Record<TextEncoding, string>,
    records: '{n} record found | {n} records found',
    none: 'No record can be imported.',
    refused: 'The file cannot be imported',
    unusable: {
      line: '{n} line cannot be used | {n} lines cannot be used',
      record: '{n} record cannot be used | {n} records cannot be used',
    },
    notes: '{n} note | {n} notes',
    line: 'Line {n}',
    record: 'Record {n}',
    more: 'Show {n} more',
    forFirst: 'Checked for {name}. Each other domain is checked when the changes are computed.',
  },
  template: {
    title: 'Apply a template',
    choose: 'Template',
    builtIn: 'Built in',
    own: 'Own templates',
    optional: '{label} (optional)',
    preview: '{n} record | {n} records',
    previewFor: 'For {name}',
    rename: 'Rename…',
    remove: 'Delete…',
    name: 'Name',
    removeTitle: 'Delete the template “{name}”?',
    removeText: 'Zones that it was applied to do not change.',
    removeAction: 'Delete the template',
  },
  save: {
    sameName: 'There is already a template “{name}”. Saving adds another one and keeps it.',
    title: 'Save as a template',
    description: 'Description',
    domain: 'Replace {name} by the domain that the template is applied to',
    values: 'Values to ask for',
    valuesHint: 'A ticked value is asked for each time the template is applied.',
    value: '{value} ({n} record) | {value} ({n} records)',
    variable: 'Name of {value}',
    variableInvalid:
      'Use at most 32 small letters, digits and underscores, with a letter first. Use each name once, and not the name “domain”.',
    records: '{n} record will be saved | {n} records will be saved',
    action: 'Save the template',
    done: 'The template “{name}” is saved.',
  },
  history: {
    title: 'Snapshots',
    text: 'Before it sends changes, Banto stores what they touch as it was, except for requests of the console. Snapshots are kept for at least 90 days, unless the account is removed from Banto or the database is lost.',
    take: 'Take a snapshot now',
    taken: 'The zone is stored as a snapshot.',
    empty:
      'No snapshot of this domain is stored for this account. Snapshots from another account are shown on the page of the domain in that account, while that account has the domain stored.',
    reason: { before_change: 'Before a change', by_user: 'By you' } satisfies Record<DomainSnapshot['reason'], string>,
    part: { records: 'Records', nameservers: 'Name servers', whois: 'Whois', lock: 'Registrar lock' } satisfies Record<
      (typeof domainSnapshotParts)[number],
      string
    >,
    recordCount: '{n} record | {n} records',
    compareWith: 'Compare with',
    comparison: 'Comparison',
    before: 'From',
    after: 'To',
    now: 'As last read',
    separator: ', ',
    same: 'No difference in: {parts}',
    differs: '{n} difference | {n} differences',
    nothingToCompare: 'The two states have nothing in common to compare.',
    notCompared: 'Only one of the two states has: {parts}',
    restore: 'Restore {time}…',
    restoreNeedless:
      'There is nothing to restore: the domain, as last read, is as in this snapshot. If it has been changed since, read it again on its page.',
  },
}
