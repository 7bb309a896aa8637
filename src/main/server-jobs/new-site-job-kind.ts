import { AppError, isAppError } from '#shared/app-error.ts'
import type { EndedJobItemState } from '#shared/ipc/jobs.ts'
import { buildWordpressUrl } from '#shared/ipc/new-site.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import type { KeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import type {
  JobItemContext,
  JobItemRunResult,
  JobKindImplementation,
  JobItemWithParsedInput,
} from '#main/jobs/job-kind-interface.ts'
import type { DomainChangesInput } from '#main/plans/domain-changes-job-schemas.ts'
import { createDomainChangesJobKind, type DomainChangesJobKindDeps } from '#main/plans/domain-changes-job-kind.ts'
import {
  newSiteInputSchema,
  newSiteProgressSchema,
  initialNewSiteProgress,
  type NewSiteInput,
  type NewSiteProgress,
} from './new-site-job-schemas.ts'
import { runServerChangeStep, type ServerChangeStep, type ServerChangeStepOutcome } from './run-server-change-step.ts'
import { toNewSiteItemView } from './to-new-site-item-view.ts'

export interface NewSiteJobKindDeps extends DomainChangesJobKindDeps {
  changeLog: DomainChangesJobKindDeps['changeLog'] & Pick<ChangeLog, 'countPartlyUnknown' | 'countPartlyFailed'>
  /** Throws `keychain_*`, and other errors if the secret can never be decrypted. */
  decrypt: (sealed: string) => Promise<string>
  /** The changes of one server run one after another. */
  runByServer: KeyedTaskQueue
}

/** Null: the step is over, and the next one follows. */
type StepEnd = JobItemRunResult | null

/**
 * Returns the kind of job that creates a site: the verification record, the domain on the server, the records of the
 * zone, and WordPress. The zone is changed by the code that runs plans. A step that does not end as planned ends the
 * job.
 */
export function createNewSiteJobKind(deps: NewSiteJobKindDeps): JobKindImplementation<NewSiteInput, NewSiteProgress> {
  const domainChanges = createDomainChangesJobKind(deps)
  return {
    input: newSiteInputSchema,
    progress: newSiteProgressSchema,
    limitClass: 'domain',
    run: (item, context) => createNewSiteRun(deps, domainChanges, item, context),
    mayUndo: deps.changeLog.mayUndoJob,
    countPartlyUnknown: deps.changeLog.countPartlyUnknown,
    countPartlyFailed: deps.changeLog.countPartlyFailed,
    toShownFields: toNewSiteItemView,
  }
}

async function createNewSiteRun(
  deps: NewSiteJobKindDeps,
  domainChanges: ReturnType<typeof createDomainChangesJobKind>,
  item: JobItemWithParsedInput<NewSiteInput, NewSiteProgress>,
  context: JobItemContext<NewSiteProgress>,
): Promise<JobItemRunResult> {
  const { jobId, domain, input } = item
  const { server } = input
  let progress = item.progress ?? initialNewSiteProgress

  function save(fields: Partial<NewSiteProgress>, alsoWrite?: () => void): void {
    progress = { ...progress, ...fields }
    context.saveProgress(progress, alsoWrite)
  }

  async function runZoneStep(name: 'verification' | 'dns', changes: DomainChangesInput | null): Promise<StepEnd> {
    if (changes === null) return null
    const part = { ...item, input: changes, progress: progress[name] }
    if (part.progress === null && context.isCancelled()) return { state: 'cancelled' }
    const end = await domainChanges.run(part, {
      ...context,
      saveProgress: (next, alsoWrite) => save({ [name]: next }, alsoWrite),
    })
    return end.state === 'done' || end.state === 'not_needed' ? null : end
  }

  async function runChangeOfServer<Name extends 'addDomain' | 'installWordpress'>(
    place: 'addDomain' | 'wordpress',
    step: ServerChangeStep<Name>,
  ): Promise<StepEnd> {
    const { end = null, sending = null, logEntryId = null } = progress[place] ?? {}
    const isSentOrEnded = end !== null || sending !== null || logEntryId !== null
    if (!isSentOrEnded && context.isCancelled()) return { state: 'cancelled' }
    const outcome = await deps.runByServer(server.servername, () =>
      runServerChangeStep(deps, step, {
        ...context,
        jobId,
        progress: progress[place],
        save: (next, alsoWrite) =>
          save({ [place]: next }, () => {
            // WordPress is the only step with a secret.
            if (place === 'wordpress' && next.end !== null) context.deleteSecret()
            alsoWrite?.()
          }),
      }),
    )
    return toStepEnd(outcome)
  }

  const wordpress = (): ServerChangeStep<'installWordpress'> => {
    const { title = '', adminUsername = '', adminEmail = '' } = input.wordpress ?? {}
    const common = {
      ...server,
      url: buildWordpressUrl(domain, input),
      title,
      adminUsername,
      adminEmail,
      adminPassword: '',
    }
    return {
      name: 'installWordpress',
      input: common,
      addSecrets: async (known) => ({ ...known, adminPassword: await readPassword() }),
    }
  }

  async function readPassword(): Promise<string> {
    const sealed = context.sealedSecret()
    try {
      if (sealed !== null) return await deps.decrypt(sealed)
    } catch (error) {
      // A locked keychain can be unlocked later. Otherwise, the password is lost for good.
      if (!isAppError(error) || (error.kind !== 'secret_missing' && error.kind !== 'journal_damaged')) throw error
    }
    throw new AppError('unreadable_row', 'The password of the administrator cannot be decrypted any more')
  }

  return (
    (await runZoneStep('verification', input.verification)) ??
    (await runChangeOfServer('addDomain', {
      name: 'addDomain',
      input: { ...server, domain, ssl: input.ssl, redirectHttps: input.redirectHttps },
      toValue: (answer) => (answer as { ssl_status?: string | null }).ssl_status ?? null,
    })) ??
    (await runZoneStep('dns', input.dns)) ??
    (input.wordpress ? await runChangeOfServer('wordpress', wordpress()) : null) ?? { state: endState(progress) }
  )
}

function toStepEnd(outcome: ServerChangeStepOutcome): StepEnd {
  if (outcome.kind === 'runAgain') return outcome.end
  if (outcome.kind === 'cancelled') return { state: 'cancelled' }
  const { state, error } = outcome.end
  return state === 'failed' || state === 'unknown' ? { state, error } : null
}

function endState(progress: NewSiteProgress): EndedJobItemState {
  const ends = Object.values(progress).flatMap((step) => step?.end?.state ?? [])
  return ends.every((state) => state === 'not_needed') ? 'not_needed' : 'done'
}
