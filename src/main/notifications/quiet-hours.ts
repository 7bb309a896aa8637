import type { Settings } from '#shared/ipc/app-commands.ts'

/** Whether notifications wait at this instant (epoch milliseconds), by the local time of the computer. The hours may span midnight. */
export function isInQuietHours({ isOn, from, to }: Settings['quietHours'], now: number): boolean {
  if (!isOn) return false
  const local = new Date(now)
  const minute = local.getHours() * 60 + local.getMinutes()
  const [start, end] = [minuteOfDay(from), minuteOfDay(to)]
  return start < end ? start <= minute && minute < end : start <= minute || minute < end
}

/** `HH:MM` as minutes since midnight. */
function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}
