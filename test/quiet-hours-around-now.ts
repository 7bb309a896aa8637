import { getMinuteOfDayOfComputer, type QuietHours } from '#shared/quiet-hours.ts'

const minutesOfDay = 24 * 60

/** Returns quiet hours that leave out only one minute, twelve hours from now, so that a test never runs in it. */
export function createQuietHoursAroundNow(): QuietHours {
  const to = (getMinuteOfDayOfComputer(Date.now()) + minutesOfDay / 2) % minutesOfDay
  return { from: (to + 1) % minutesOfDay, to }
}
