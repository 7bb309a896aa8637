import type { NewSiteJobProgress } from '#shared/ipc/new-site.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import type { NewSiteDraft } from './new-site-draft.ts'
import type { NewSitePrefill } from './parse-new-site-route-query.ts'

/** Fills the known fields. The password of an earlier job is not known, so the user enters it again. */
export async function prefillNewSiteDraft(
  draft: NewSiteDraft,
  { domain, server, jobId }: NewSitePrefill,
): Promise<void> {
  if (jobId !== null) return fillFromJob(draft, jobId)
  const [knownDomain, knownServer] = await Promise.all([
    domain && mainCommands.inventory.domain(domain),
    server && mainCommands.inventory.server(server),
  ])
  if (knownDomain) draft.domain = knownDomain.row
  if (knownServer) draft.server = knownServer.row
}

async function fillFromJob(draft: NewSiteDraft, jobId: string): Promise<void> {
  const { rows } = await mainCommands.jobs.items({ jobId, states: null, offset: 0, limit: 1 })
  const [item] = rows
  if (!item?.newSite) return
  const { server, ssl, redirectHttps, hosts, verificationHost, wordpress } = item.newSite
  const [domain, known] = await Promise.all([
    mainCommands.inventory.domain({ accountId: item.accountId, name: item.domain }),
    mainCommands.inventory.server({ accountId: server.accountId, name: server.servername }),
  ])
  Object.assign(draft, {
    domain: domain.row,
    server: known.row,
    ssl,
    redirectHttps,
    hosts: [...hosts],
    isVerified: verificationHost !== null || isRefusedWithoutProof(item.newSite),
    verificationHost: verificationHost ?? '',
    hasWordpress: wordpress !== null,
    ...wordpress,
  })
}

/** The service may have refused the domain because it asks for a proof of ownership. */
function isRefusedWithoutProof({ steps }: NewSiteJobProgress): boolean {
  return steps.some(({ step, state }) => step === 'add_domain' && state === 'failed')
}
