import { endpointNames } from '#shared/api/endpoints.ts'
import { logs } from '#renderer/text/en/logs.ts'
import { describeEndpoint } from './describe-endpoint.ts'

/** Headings and value texts of the CSV file of the log, in the current language. */
export function translateLogCsvLabels(t: (key: string) => string): Record<string, string> {
  return Object.fromEntries([
    ...Object.keys(logs.csvHeading).map((name) => [`heading.${name}`, t(`logs.csvHeading.${name}`)]),
    ...endpointNames.map((name) => [`endpoint.${name}`, describeEndpoint(name, t)]),
    ['value.yes', t('logs.csvYes')],
    ['value.no', t('logs.csvNo')],
    ['value.unknown', t('logs.csvUnknown')],
    ['isOwn.own', t('logs.csvYes')],
    ['isOwn.ownOrOther', t('logs.csvUnknown')],
    ['isOwn.other', t('logs.csvNo')],
  ])
}
