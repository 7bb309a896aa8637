import { formatJapanTime } from '#shared/japan-time.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** An instant in Japan time and in the computer's own, for titles. */
export function formatTimeTooltip(at: number, language: string, t: Translate): string {
  const local = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
  return `${t('common.japanTime', { time: formatJapanTime(at) })}\n${t('common.localTime', { time: local })}`
}
