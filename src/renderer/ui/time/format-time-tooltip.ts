import { formatJapanTime } from '#shared/japan-time.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes a hundred times as long as using it. */
function localFormat(language: string): Intl.DateTimeFormat {
  let format = formats.get(language)
  if (format === undefined)
    formats.set(language, (format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })))
  return format
}

/** Formats an instant in Japan time and in local time, for tooltips. */
export function formatTimeTooltip(at: number, language: string, t: Translate): string {
  const local = localFormat(language).format(at)
  return `${t('common.japanTime', { time: formatJapanTime(at) })}\n${t('common.localTime', { time: local })}`
}
