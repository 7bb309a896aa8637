type Translate = (key: string, values?: Record<string, unknown>) => string

/** From this number of minutes, a remaining time is given in hours. */
const minMinutesInHours = 120

/** Formats an estimated remaining time, e.g. "about 23 min left", rounded up to minutes or hours. */
export function formatTimeLeft(minutes: number, locale: string, t: Translate): string {
  if (minutes < 1) return t('common.timeLeft.oneMinute')
  const inHours = minutes >= minMinutesInHours
  const n = Math.ceil(inHours ? minutes / 60 : minutes).toLocaleString(locale)
  return t(`common.timeLeft.${inHours ? 'hours' : 'minutes'}`, { n })
}
