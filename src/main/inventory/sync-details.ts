import { grantOf } from '#shared/api/grants.ts'
import { limits, type LimitClass } from '#shared/api/limits.ts'
import { isAppError, type AppError, type ErrorKind } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { backgroundPerMinute } from '../api/reserve.ts'
import type { ApiClient } from '../api/types.ts'
import type { Clock } from '../clock.ts'
import { isAbsence, type Detail } from './due.ts'
import type { Inventory } from './inventory.ts'
import { callFor, readDetail } from './read-detail.ts'
import { stopsAll } from './sync-lists.ts'

export interface DetailsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys' | 'gauges'>
  inventory: Inventory
  clock: Clock
  /** Share of a day that details may spend, 0 to 1. */
  backgroundShare: () => number
}

export interface DetailsProgress {
  /** Read, or said by the service not to exist. */
  read: number
  /** Could not be read since the run began, also before it was interrupted. */
  failed: number
  /** Why the newest of them could not; null while none failed since it went on. */
  error: AppError | null
  /** With those that failed. */
  total: number
  putOff: number
  minutesLeft: number
  dayShare: number
}

const network: readonly ErrorKind[] = ['no_network', 'tls', 'timeout', 'cut_off']
/** So many failures of the network in a row end a run: the next sync goes on where it stood. */
const networkPatience = 5

interface Lane {
  limitClass: LimitClass
  waiting: Detail[]
  /** The next of `waiting`. */
  at: number
  /** Where the share of the day ends. */
  end: number
  /** Answered, well or not; those between this and `at` are under way. */
  done: number
}

/**
 * Reads the details of an account that are due, a few at once, within the background share of the day of each limit class.
 * Throws what would stop every other call too; what concerns one detail is stored with it.
 */
export async function readDetails(
  deps: DetailsDeps,
  accountId: string,
  startedAt: number,
  signal: AbortSignal,
  tell: (progress: DetailsProgress) => void,
): Promise<void> {
  const { api, inventory, clock } = deps
  let failedBefore = 0
  const due = await inventory.dueDetails(accountId, { now: clock.now(), startedAt, mayRead: createMayRead(api, accountId), onFailed: () => (failedBefore += 1) })
  const gauge = (limitClass: LimitClass) =>
    api.gauges().find((one) => one.accountId === accountId && one.limitClass === limitClass) ?? { ...limits[limitClass], usedDay: 0 }
  const left = (limitClass: LimitClass): number => {
    const { perDay, usedDay } = gauge(limitClass)
    return Math.max(0, Math.floor(perDay * deps.backgroundShare()) - usedDay)
  }
  const laneOf = (limitClass: LimitClass, thing: Detail['thing']): Lane => {
    const waiting = due.filter((detail) => detail.thing === thing)
    return { limitClass, waiting, at: 0, end: Math.min(waiting.length, left(limitClass)), done: 0 }
  }
  const lanes = [laneOf('domain', 'domain'), laneOf('server', 'server')]
  let read = 0
  let failed = 0
  let newestError: AppError | null = null
  let unreachable = 0

  function report(): void {
    const shares = lanes.map(({ limitClass, done, end }) => ({ calls: end - done, ...gauge(limitClass) }))
    tell({
      read,
      failed: failedBefore + failed,
      error: newestError,
      total: lanes.reduce((sum, { end }) => sum + end, failedBefore),
      putOff: lanes.reduce((sum, { waiting, end }) => sum + waiting.length - end, 0),
      minutesLeft: Math.max(...shares.map(({ calls, perMinute }) => calls / backgroundPerMinute(perMinute))),
      dayShare: Math.max(...shares.map(({ calls, perDay }) => calls / perDay)),
    })
  }

  async function readOne(detail: Detail, following: number): Promise<void> {
    try {
      await readDetail(deps, accountId, detail, { priority: 'background', work: { id: 'sync', following }, signal })
      read += 1
      unreachable = 0
    } catch (error) {
      if (!isAppError(error) || stopsAll(error)) throw error
      if (isAppError(error, 'no_key') && api.usableKeys(accountId, 'account.me', {}).keys.length === 0) throw error
      if (isAbsence(error.code ?? null)) read += 1
      else {
        failed += 1
        newestError = error
      }
      inventory.writeFacetError(accountId, detail.thing, detail.name, detail.facet, error, clock.now())
      unreachable = network.includes(error.kind) ? unreachable + 1 : 0
      if (unreachable >= networkPatience) throw error
    }
  }

  async function work(lane: Lane, ended: { isOver: boolean }): Promise<void> {
    while (lane.at < lane.end && !ended.isOver) {
      if (left(lane.limitClass) === 0) {
        lane.end = lane.at
        break
      }
      const detail = lane.waiting[lane.at] as Detail
      lane.at += 1
      try {
        await readOne(detail, lane.end - lane.at)
        lane.done += 1
        report()
      } catch (error) {
        ended.isOver = true
        throw error
      }
    }
  }

  report()
  const ended = { isOver: false }
  const workers = lanes.flatMap((lane) => Array.from({ length: limits[lane.limitClass].concurrent }, () => work(lane, ended)))
  const outcomes = await Promise.allSettled(workers)
  report()
  const stopped = outcomes.find((outcome) => outcome.status === 'rejected')
  if (stopped) throw stopped.reason
}

/** Whether a key of the account may read a detail. What keys may do is looked up once for all names. */
function createMayRead(api: Pick<ApiClient, 'usableKeys'>, accountId: string): (detail: Detail) => boolean {
  const byEndpoint = new Map<string, { all: boolean; names: ReadonlySet<string> }>()
  return (detail) => {
    const { endpoint } = callFor(detail)
    let may = byEndpoint.get(endpoint)
    if (!may) byEndpoint.set(endpoint, (may = mayOf(api, accountId, detail)))
    return may.all || may.names.has(detail.name)
  }
}

function mayOf(api: Pick<ApiClient, 'usableKeys'>, accountId: string, detail: Detail): { all: boolean; names: ReadonlySet<string> } {
  const { endpoint } = callFor(detail)
  // A name that no key has for a target: only keys for all targets may read it, and the others are told apart by their reason.
  const nowhere: Detail = { ...detail, name: 'nowhere.invalid' }
  const { keys } = api.usableKeys(accountId, endpoint, callFor(nowhere).input)
  if (keys.length > 0) return { all: true, names: new Set() }
  const selected = api.usableKeys(accountId, detail.thing === 'domain' ? 'domain.list' : 'server.list', {}).keys
  const targets = selected.flatMap((key: Key) => (key.me && grantOf(key.me, detail.thing)?.targets) ?? [])
  const names = targets.filter((name) => api.usableKeys(accountId, endpoint, callFor({ ...detail, name }).input).keys.length > 0)
  return { all: false, names: new Set(names.map((name) => name.toLowerCase())) }
}

