import { minuteMs } from './durations.ts'

/**
 * A time of each day in which no sync starts by itself, or no notification is shown, in minutes since local midnight.
 * From `from` on and before `to`; it may pass midnight. `from` and `to` differ.
 */
export interface QuietHours {
  from: number
  to: number
}

/** What a user gets who turns quiet hours on: from 22:00 to 7:00. */
export const defaultQuietHours: QuietHours = { from: 22 * 60, to: 7 * 60 }

/**
 * The local time of a moment, in minutes since midnight. It is a parameter, because a test must not depend on the zone
 * of the computer.
 */
export type GetMinuteOfDay = (at: number) => number

export const getMinuteOfDayOfComputer: GetMinuteOfDay = (at) => {
  const date = new Date(at)
  return date.getHours() * 60 + date.getMinutes()
}

export function isInQuietHours(at: number, { from, to }: QuietHours, getMinuteOfDay: GetMinuteOfDay): boolean {
  const minute = getMinuteOfDay(at)
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/**
 * `at` itself if it is not quiet; otherwise the first full minute after it that is not. Tests one minute after another:
 * when clocks change, an hour is missing or comes twice, and a calculated end would be wrong.
 */
export function findEndOfQuietHours(at: number, quietHours: QuietHours, getMinuteOfDay: GetMinuteOfDay): number {
  if (!isInQuietHours(at, quietHours, getMinuteOfDay)) return at
  let minute = Math.floor(at / minuteMs) * minuteMs + minuteMs
  while (isInQuietHours(minute, quietHours, getMinuteOfDay)) minute += minuteMs
  return minute
}

/** Minutes since midnight of a time as `HH:MM` or `H:MM`; null for any other text. */
export function parseTimeOfDay(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}

export function formatTimeOfDay(minute: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}
