import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { endpointNames, type EndpointName } from '#shared/api/endpoints.ts'
import { commandNames, type CommandName } from '#shared/ipc/all-commands-and-events.ts'
import { serverReadCalls } from '#main/servers/server-read-endpoints-and-answer-parsers.ts'
import { serverChangeSpecs } from '#main/servers/all-server-change-specs.ts'
import type { AnyServerChangeSpec } from '#main/servers/server-change-spec-interface.ts'
import type { CampaignFigure } from '#test/campaign/campaign-figures.ts'

const src = join(import.meta.dirname, '../../../src')
const detailKinds = 'shared/domain-and-server-detail-kinds.ts'
const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g

/**
 * Counts how many endpoints of the catalog a screen uses, by the code: the commands that the files of the window call,
 * and the endpoints that these commands name. The generic command `api.call` counts with the endpoint that its caller
 * names. The console is left out, because it can call everything.
 */
export function countEndpointsUsedByScreens(): CampaignFigure[] {
  const used = findEndpointsUsedByScreens()
  const missing = endpointNames.filter((name) => !used.has(name))
  if (missing.length > 0) console.log(`\nNo screen uses ${missing.join(', ')}`)
  return [
    {
      name: 'endpoints of the catalog that a screen uses',
      value: used.size,
      goal: `all ${endpointNames.length}`,
      holds: missing.length === 0,
    },
  ]
}

export function findEndpointsUsedByScreens(): Set<EndpointName> {
  const windowFiles = [...importsOf('renderer/main.ts')]
    .filter((file) => file.startsWith('renderer/') && !file.startsWith('renderer/features/console/'))
    .map(read)
  const commands = commandNames.filter((name) => windowFiles.some((text) => text.includes(`mainCommands.${name}(`)))
  const used = new Set<EndpointName>(
    windowFiles.flatMap((text) => endpointsIn(text, /\bcallReadEndpoint\([^)]*?'([a-z]+\.[a-zA-Z]+)'/g)),
  )
  for (const name of commands) for (const endpoint of endpointsOfServerCommand(name)) used.add(endpoint)
  const areas = new Set(commands.map((name) => name.split('.')[0] as string))
  for (const endpoint of endpointsOfAreas(areas)) used.add(endpoint)
  return used
}

/** Each command of one server names its endpoints. */
function endpointsOfServerCommand(command: CommandName): EndpointName[] {
  const [area, name = ''] = command.split('.')
  if (area !== 'servers') return []
  if (Object.hasOwn(serverReadCalls, name)) return [serverReadCalls[name as keyof typeof serverReadCalls].endpoint]
  if (!Object.hasOwn(serverChangeSpecs, name)) return []
  const spec: AnyServerChangeSpec = serverChangeSpecs[name as keyof typeof serverChangeSpecs]
  return [spec.endpoint, ...(spec.reading ? [spec.reading.endpoint] : [])]
}

/** The endpoints that the modules name which the IPC handlers of these areas import. Leaves out single servers. */
function endpointsOfAreas(areas: ReadonlySet<string>): EndpointName[] {
  const fileNames: Record<string, string> = {
    newSite: 'new-site',
    serverJobs: 'server-jobs',
    plans: 'domain-change-plans',
    logs: 'api-logs',
    api: 'api-read-calls',
    presets: 'whois-and-nameserver-presets',
    app: 'app-state-and-settings',
    snapshots: 'domain-snapshots',
  }
  const handlers = [...areas].map((area) => `main/ipc/handlers/${fileNames[area] ?? area}.ts`).filter(isFile)
  const reached = new Set(handlers.flatMap((file) => [...importsOf(file)]))
  // The parts of a capability are put together in `compose-database-services.ts`, so that no import leads from the
  // handlers to all of them.
  const folders = new Set([...reached].filter((file) => file.startsWith('main/')).map((file) => dirname(file)))
  const left = ['main', 'main/servers', 'main/api', 'main/ipc', 'main/ipc/handlers']
  return (
    [...folders]
      .filter((folder) => !left.includes(folder))
      .flatMap((folder) => readdirSync(join(src, folder)).map((name) => `${folder}/${name}`))
      .filter((file) => file.endsWith('.ts'))
      // The table of the details that a page reads.
      .concat(reached.has(detailKinds) ? [detailKinds] : [])
      .flatMap((file) => endpointsIn(read(file), /'([a-z]+\.[a-zA-Z]+)'/g))
  )
}

function endpointsIn(text: string, pattern: RegExp): EndpointName[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => endpointNames.find((name) => name === found) ?? [])
}

/** A file and everything that it imports, at any depth, as paths below `src`. */
function importsOf(root: string): Set<string> {
  const found = new Set<string>()
  const pending = [root]
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (found.has(file)) continue
    found.add(file)
    for (const [, imported = ''] of read(file).matchAll(importPattern)) {
      const target = resolveImport(file, imported)
      if (target !== null) pending.push(target)
    }
  }
  return found
}

function resolveImport(from: string, imported: string): string | null {
  const path = imported.startsWith('#')
    ? imported.slice(1)
    : imported.startsWith('.')
      ? relative(src, join(src, dirname(from), imported))
      : null
  return path !== null && isFile(path) ? path : null
}

function isFile(path: string): boolean {
  return existsSync(join(src, path)) && statSync(join(src, path)).isFile()
}

function read(path: string): string {
  return readFileSync(join(src, path), 'utf8')
}
