import type { Job } from '#shared/ipc/jobs.ts'

/** Returns the label of the button that undoes a job. Of a new site, only the changes of the zone can be undone. */
export function getUndoJobButtonTextKey({ kind }: Pick<Job, 'kind'>): string {
  return kind === 'new_site' ? 'newSite.undoZone' : 'activity.job.undo'
}
