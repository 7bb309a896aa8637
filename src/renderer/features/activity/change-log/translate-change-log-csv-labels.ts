import { errorKinds } from '#shared/error-kinds.ts'
import { loggedChangeKinds, shownChangeResults } from '#shared/ipc/change-log.ts'
import { serverChangeNames } from '#shared/ipc/single-server-change-commands.ts'
import { activity } from '#renderer/text/en/activity.ts'

/** Headings and value texts of the CSV export, in the current language. */
export function translateChangeLogCsvLabels(t: (key: string) => string): Record<string, string> {
  return Object.fromEntries([
    ...Object.keys(activity.csv).map((name) => [`heading.${name}`, t(`activity.csv.${name}`)]),
    ['value.on', t('common.on')],
    ['value.off', t('common.off')],
    ...loggedChangeKinds.map((kind) => [`kind.${kind}`, t(`activity.kind.${kind}`)]),
    ...serverChangeNames.map((name) => [`operation.${name}`, t(`activity.operation.${name}`)]),
    ...shownChangeResults.map((result) => [`result.${result}`, t(`activity.result.${result}`)]),
    ...errorKinds.map((kind) => [`error.${kind}`, t(`errors.kinds.${kind}.title`)]),
    ['error.service_5xx', t('errors.service.failed.title')],
  ])
}
