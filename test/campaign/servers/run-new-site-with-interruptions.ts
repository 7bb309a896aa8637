import type { EndpointName } from '#shared/api/endpoints.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import type { Domain, Server } from '#shared/ipc/inventory.ts'
import type { EndedJobItemState, JobItem } from '#shared/ipc/jobs.ts'
import type { NewSiteStep, NewSiteJobProgress } from '#shared/ipc/new-site.ts'
import type { DomainSnapshot } from '#shared/ipc/domain-snapshots.ts'
import { findJobItemErrorEffect } from '#main/jobs/classify-job-item-error.ts'
import type { JobItemContext, JobItemRunResult, NewJobItem } from '#main/jobs/job-kind-interface.ts'
import { planDomainChanges } from '#main/plans/plan-domain-changes.ts'
import type { DomainZoneAndSettings } from '#main/plans/domain-zone-and-settings.ts'
import { listDomainEditsOfPlanSource, type PlanSourceDeps } from '#main/plans/list-domain-edits-of-plan-source.ts'
import { createNewSiteJobKind, type NewSiteJobKindDeps } from '#main/server-jobs/new-site-job-kind.ts'
import type { NewSiteInput, NewSiteProgress } from '#main/server-jobs/new-site-job-schemas.ts'
import { startNewSite, type StartNewSiteDeps } from '#main/server-jobs/start-new-site-job.ts'
import {
  createInProcessNewSiteSimulator,
  servername,
  siteDomain,
  type NewSiteWorldOptions,
} from './in-process-new-site-simulator.ts'

export const sitePassword = 'Canary-Password-5123'

/**
 * What becomes of a call that changes something. `failed`: it is answered with an error of the service. `late`: it is
 * executed after some minutes.
 */
export type CallFate =
  'answered' | 'lost' | 'lost_executed' | 'lost_late' | 'failed' | 'failed_executed' | 'failed_late'

/** What interrupts a run. Each function is asked at each point, in order. */
export interface SiteInterruptions {
  /** Whether the app is killed at a durable write or beside a call. */
  isKilled(): boolean
  fateOf(endpoint: EndpointName): CallFate
  /** Milliseconds after which a late call is executed; at most `maxServiceExecutionDelayMs`. */
  lateMs(): number
  isCancelled(calls: number): boolean
  /** Called before each call; may change the world as somebody else would. */
  beforeCall?(service: SiteService): void
}
interface SiteCall {
  endpoint: EndpointName
  input: object
  onSending?: () => void
}
type SiteService = ReturnType<typeof createInProcessNewSiteSimulator>

export interface SiteChoices {
  hosts: ('@' | 'www')[]
  verificationHost: string | null
  ssl: boolean
  hasWordpress: boolean
}

export interface SiteOutcome {
  state: EndedJobItemState
  steps: NewSiteJobProgress['steps']
  changes: JobItem['changes']
  service: SiteService
  /** Calls of the service that changed something, by endpoint. */
  executed: Map<EndpointName, number>
  /** Calls that reached the service although their effect was there. */
  repeated: number
  /** `operation result` of each entry of the change log about the server. */
  logged: string[]
  /** The steps of the server whose change was sent at least once, as far as the job stored it. */
  sentSteps: ReadonlySet<NewSiteStep>
  kills: number
  lostAnswers: number
  points: number
  isCancelled: boolean
  isSecretLeft: boolean
  /** Everything that was stored in any form. */
  stored: string
}

class Killed extends Error {}

const accountId = 'a'
const maxRuns = 2_000

/**
 * Creates a site by the kind of job that does so, on the simulator's service. The process may be killed at every
 * durable write and around every call; it then continues from what was stored. Null: the zone cannot be planned.
 */
export async function runNewSite(
  world: NewSiteWorldOptions,
  choices: SiteChoices,
  interruptions: SiteInterruptions,
): Promise<SiteOutcome | null> {
  const service = createInProcessNewSiteSimulator(world)
  const item = await startItem(service, choices)
  if (item === null) return null

  let now = 1_000_000
  let late: { at: number; execute: () => void }[] = []
  const executed = new Map<EndpointName, number>()
  const counts = { calls: 0, kills: 0, lostAnswers: 0, points: 0, repeated: 0 }
  function point(): void {
    counts.points += 1
    if (!interruptions.isKilled()) return
    counts.kills += 1
    throw new Killed()
  }
  function passTime(ms: number): void {
    now += ms
    for (const { execute } of late.filter(({ at }) => at <= now)) execute()
    late = late.filter(({ at }) => at > now)
  }

  function execute(endpoint: EndpointName, input: object): unknown {
    const { hosting } = service
    const { url, domain } = input as { url?: string; domain?: string }
    if (endpoint === 'hosting.addDomain' && hosting().domains.has(domain ?? '')) counts.repeated += 1
    const hasSite = [...hosting().wordpress.values()].some((site) => site.url === url)
    if (endpoint === 'hosting.installWordpress' && hasSite) counts.repeated += 1
    const data = service.execute(endpoint, input)
    executed.set(endpoint, (executed.get(endpoint) ?? 0) + 1)
    return data
  }
  function executeIfPossible(endpoint: EndpointName, input: object): void {
    try {
      execute(endpoint, input)
    } catch (error) {
      if (!isAppError(error, 'service')) throw error
    }
  }

  /** `onSending` is called when the call has waited and its request leaves, as in the API client. */
  async function call({ endpoint, input, onSending }: SiteCall) {
    passTime(1_000)
    interruptions.beforeCall?.(service)
    const readings: EndpointName[] = ['domain.dns', 'hosting.domains', 'hosting.wordpress']
    if (readings.includes(endpoint)) return { data: service.execute(endpoint, input), readAt: now }
    counts.calls += 1
    point()
    onSending?.()
    const fate = interruptions.fateOf(endpoint)
    if (fate === 'answered') {
      const data = execute(endpoint, input)
      point()
      return { data, readAt: now }
    }
    counts.lostAnswers += 1
    if (fate === 'lost_executed' || fate === 'failed_executed') executeIfPossible(endpoint, input)
    if (fate === 'lost_late' || fate === 'failed_late')
      late.push({ at: now + interruptions.lateMs(), execute: () => executeIfPossible(endpoint, input) })
    if (fate === 'failed' || fate === 'failed_executed' || fate === 'failed_late')
      throw new AppError('unsettled', 'The service failed', { status: 500, code: 'INTERNAL_ERROR' })
    throw new AppError('unsettled', 'The answer was lost')
  }

  // What survives a kill, as texts.
  let progress = 'null'
  let secret: string | null = item.sealedSecret ?? null
  const log = new Map<string, string>()
  let writing: { log: [id: string, line: string | null][]; deletesSecret: boolean } = { log: [], deletesSecret: false }
  let entries = 0
  const newEntryId = () => `entry-${(entries += 1)}`
  const everything: string[] = [JSON.stringify(item)]
  const snapshots = new Map<string, string>()
  let stored = { data: service.zone(), readAt: now }
  const kind = createNewSiteJobKind({
    clock: { now: () => now, monotonic: () => now, sleep: () => Promise.resolve() },
    inventory: {
      isChangedBetween: () => false,
      storeZone: (_: string, __: string, data: typeof stored.data, readAt: number) => void (stored = { data, readAt }),
      zone: () => stored,
      domain: () => toDomain(stored.data, stored.readAt),
      flush: () => undefined,
    } as unknown as NewSiteJobKindDeps['inventory'],
    snapshots: {
      save(snapshot) {
        const id = String(snapshots.size)
        snapshots.set(id, JSON.stringify({ ...snapshot, id }))
        return { id } as DomainSnapshot
      },
      get: (id) => JSON.parse(snapshots.get(id) ?? 'null') as DomainSnapshot,
    },
    drafts: { removeMadeEdits: () => undefined },
    changeLog: {
      newEntryId,
      add({ change, result, id = newEntryId() }) {
        point()
        if (change.kind === 'server') writing.log.push([id, `${change.operation} ${result}`])
        everything.push(JSON.stringify(change))
        return id
      },
      settle(id, { change, result }) {
        point()
        if (change.kind === 'server') writing.log.push([id, `${change.operation} ${result}`])
        everything.push(JSON.stringify(change))
      },
      takeBack(id) {
        point()
        writing.log.push([id, null])
      },
      mayUndoJob: () => false,
      countLocksThatCannotBeUndone: () => 0,
      countPartlyUnknown: () => 0,
      countPartlyFailed: () => 0,
    },
    decrypt: async (sealed) => Buffer.from(sealed, 'base64').toString(),
    runByServer: (_, task) => task(),
  })
  const context: JobItemContext<NewSiteProgress> = {
    api: { call } as unknown as JobItemContext['api'],
    signal: new AbortController().signal,
    isCancelled: () => interruptions.isCancelled(counts.calls),
    saveProgress(next, alsoWrite) {
      point()
      writing = { log: [], deletesSecret: false }
      alsoWrite?.()
      progress = JSON.stringify(next)
      everything.push(progress)
      for (const [id, line] of writing.log)
        if (line === null) log.delete(id)
        else log.set(id, line)
      if (writing.deletesSecret) secret = null
      point()
    },
    sealedSecret: () => secret,
    deleteSecret: () => void (writing.deletesSecret = true),
    showChecking: () => undefined,
    showRunning: () => undefined,
  }

  for (let runs = 0; runs < maxRuns; runs += 1) {
    const before = JSON.parse(progress) as NewSiteProgress | null
    const stored = { jobId: 'job', position: 0, accountId, domain: siteDomain, input: item.input, progress: before }
    const end = await kind.run(stored, context).catch((thrown: unknown): JobItemRunResult | null => {
      if (thrown instanceof Killed) return null
      if (!isAppError(thrown)) throw thrown
      if (findJobItemErrorEffect(thrown) !== 'ends_item') return { state: 'checking', runAgainInMs: 60_000 }
      return { state: 'failed' }
    })
    if (end === null) continue
    if (end.state === 'checking') {
      passTime(end.runAgainInMs)
      continue
    }
    passTime(60 * 60_000)
    const isSecretLeft = secret !== null
    const last = JSON.parse(progress) as NewSiteProgress | null
    const viewed = kind.toShownFields({ domain: siteDomain, input: item.input, progress: last, isEnded: true })
    return {
      ...counts,
      state: end.state,
      steps: viewed.newSite?.steps ?? [],
      changes: viewed.changes,
      service,
      executed,
      logged: [...log.values()],
      sentSteps: new Set<NewSiteStep>([
        ...(last?.addDomain?.sendings ? (['add_domain'] as const) : []),
        ...(last?.wordpress?.sendings ? (['wordpress'] as const) : []),
      ]),
      isCancelled: interruptions.isCancelled(counts.calls),
      isSecretLeft,
      stored: everything.join('\n'),
    }
  }
  throw new Error('The job does not end')
}

/** The item that the command stores, from the plan of the zone. */
async function startItem(service: SiteService, choices: SiteChoices): Promise<NewJobItem<NewSiteInput> | null> {
  const info = service.execute('hosting.info', { servername })
  const inventory = { server: () => ({ info: { data: info } }) as unknown as Server, findDomains: () => [] }
  const { hosts, verificationHost, ssl, hasWordpress } = choices
  const source = { kind: 'new_site' as const, serverAccountId: accountId, servername, hosts, verificationHost }
  const sourceDeps = { inventory } as unknown as PlanSourceDeps
  const { domains } = await listDomainEditsOfPlanSource(sourceDeps, source, [{ accountId, name: siteDomain }])
  const edit = domains[0]?.edit
  if (!edit) return null
  const { changes, findings } = planDomainChanges(toState(service.zone()), edit)
  if (findings.some(({ severity }) => severity === 'error')) return null
  const items: NewJobItem<NewSiteInput>[] = []
  const deps: StartNewSiteDeps = {
    inventory,
    encrypt: async (text) => Buffer.from(text).toString('base64'),
    plans: {
      runNewSite: (_, start) =>
        start(
          {
            position: 0,
            accountId,
            domain: siteDomain,
            changes,
            findings,
            readTimes: [],
            error: null,
            lineFindings: [],
            touchedRecordsHash: null,
            edit,
          },
          source,
        ),
    },
    jobs: {
      create: async (_, job) => {
        items.push(...(job.items as Iterable<NewJobItem<NewSiteInput>>))
        return 'job'
      },
      items: () => ({ rows: [], total: 0, offset: 0 }),
    },
  }
  await startNewSite(deps, {
    planId: 'plan',
    typed: null,
    ssl,
    redirectHttps: ssl,
    wordpress: hasWordpress ? { title: 'Example', adminUsername: 'keeper', adminEmail: 'keeper@example.com' } : null,
    adminPassword: hasWordpress ? sitePassword : null,
    unfinishedJobId: null,
  })
  return items[0] ?? null
}

function toState(zone: ReturnType<SiteService['zone']>): DomainZoneAndSettings {
  return {
    name: siteDomain,
    status: 'active',
    zone,
    nameservers: null,
    lock: null,
    whois: null,
    listReadAt: 0,
    isRegistrarSwitchInProgress: { whois: false, lock: false },
    isWhoisEditable: true,
    serviceNameservers: [],
  }
}

function toDomain(zone: ReturnType<SiteService['zone']>, readAt: number): Domain {
  const unread = { data: null, readAt: null, error: null, errorAt: null }
  return {
    row: { name: siteDomain, status: 'active' } as Domain['row'],
    detail: unread,
    nameservers: unread,
    whois: unread,
    lock: unread,
    zone: { ...unread, data: [...zone], readAt },
    annotation: { tags: [], customer: '', note: '' },
    unknownChangeAt: { detail: null, zone: null, nameservers: null, whois: null, lock: null },
    serviceNameservers: [],
  }
}
