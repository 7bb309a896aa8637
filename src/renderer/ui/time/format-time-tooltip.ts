import { formatJapanTime } from '#shared/japan-time.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** Formats an instant in Japan time and in local time, for tooltips. */
export function formatTimeTooltip(at: number, language: string, t: Translate): string {
  const local = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
  return `${t('common.japanTime', { time: formatJapanTime(at) })}\n${t('common.localTime', { time: local })}`
}
