import { start } from './0001-start.ts'
import { departureUp } from './0002-departure-up.ts'
import { offers } from './0003-offers.ts'
import { logReadings } from './0004-log-readings.ts'
import { addresses } from './0005-addresses.ts'
import { gone } from './0006-gone.ts'
import { unreadZones } from './0007-unread-zones.ts'
import { failedDetails } from './0008-failed-details.ts'
import { listTimes } from './0009-list-times.ts'

/** In order; the file's `user_version` is how many of them it has had. Never change one that was released: add the next. */
export const migrations: readonly string[] = [start, departureUp, offers, logReadings, addresses, gone, unreadZones, failedDetails, listTimes]
