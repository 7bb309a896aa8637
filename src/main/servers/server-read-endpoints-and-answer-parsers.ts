import type { EndpointInput, EndpointName, EndpointOutput } from '#shared/api/endpoints.ts'
import { sshPort } from '#shared/api/service-limits.ts'
import type {
  ParsedServerReadData,
  ServerReadInput,
  ServerReadName,
} from '#shared/ipc/unstored-server-read-commands.ts'
import { isNonArrayObject } from '#shared/is-non-array-object.ts'
import { normalizeTypedHostName } from './normalize-typed-host-names-and-urls.ts'
import {
  getFieldsOfRow,
  findIdInRow,
  findOnlyList,
  findOnlyMatchingText,
  isHostName,
  isAbsolutePath,
  isSshPublicKey,
} from './find-lists-ids-and-texts-in-undocumented-answer.ts'

/** One read call: endpoint, input, and the part of the answer that the window shows. */
interface ServerReadCall<Name extends ServerReadName, Endpoint extends EndpointName> {
  endpoint: Endpoint
  toInput(input: ServerReadInput<Name>): EndpointInput<Endpoint>
  /** Null when nothing known was found. */
  toData(answer: EndpointOutput<Endpoint>, input: ServerReadInput<Name>): ParsedServerReadData<Name> | null
}

function defineReadCall<Name extends ServerReadName, Endpoint extends EndpointName>(
  reading: ServerReadCall<Name, Endpoint>,
): ServerReadCall<Name, EndpointName> {
  return reading as unknown as ServerReadCall<Name, EndpointName>
}

const onlyServername = ({ servername }: { servername: string }) => ({ servername })

function toHostedDomainsOrSubdomains(answer: unknown): ParsedServerReadData<'domains'> | null {
  const rows = findOnlyList(answer)
  return (
    rows &&
    rows.map((row) => ({
      name: findOnlyMatchingText(row, isHostName),
      documentRoot: findOnlyMatchingText(row, isAbsolutePath),
      fields: getFieldsOfRow(row),
    }))
  )
}

export function parseSshKeyRow(row: unknown): ParsedServerReadData<'sshKeys'>[number] {
  const fields = getFieldsOfRow(row)
  // `label` is the name that the service takes for a new key.
  const label = typeof fields['label'] === 'string' ? fields['label'] : null
  return { id: findIdInRow(row, 'key_id'), label, publicKey: findOnlyMatchingText(row, isSshPublicKey), fields }
}

/** Returns whether SSH is on: the field `ssh_enabled`, or the only boolean of the answer; null if neither exists. */
export function findWhetherSshIsEnabled(answer: unknown): boolean | null {
  if (!isNonArrayObject(answer)) return null
  if (typeof answer['ssh_enabled'] === 'boolean') return answer['ssh_enabled']
  const booleans = Object.values(answer).filter((value) => typeof value === 'boolean')
  return booleans.length === 1 ? (booleans[0] as boolean) : null
}

export const serverReadCalls: { [Name in ServerReadName]: ServerReadCall<Name, EndpointName> } = {
  memo: defineReadCall<'memo', 'server.memo'>({
    endpoint: 'server.memo',
    toInput: onlyServername,
    toData: ({ memo }) => ({ memo }),
  }),

  domains: defineReadCall<'domains', 'hosting.domains'>({
    endpoint: 'hosting.domains',
    toInput: onlyServername,
    toData: toHostedDomainsOrSubdomains,
  }),

  domain: defineReadCall<'domain', 'hosting.domain'>({
    endpoint: 'hosting.domain',
    toInput: ({ servername, domain }) => ({ servername, domain: normalizeTypedHostName('domain', domain) }),
    toData: (answer) => ({ url: answer.url ?? null, documentRoot: findOnlyMatchingText(answer, isAbsolutePath) }),
  }),

  subdomains: defineReadCall<'subdomains', 'hosting.subdomains'>({
    endpoint: 'hosting.subdomains',
    toInput: onlyServername,
    toData: toHostedDomainsOrSubdomains,
  }),

  wordpress: defineReadCall<'wordpress', 'hosting.wordpress'>({
    endpoint: 'hosting.wordpress',
    toInput: ({ servername, domain }) => ({
      servername,
      ...(domain !== null && { domain: normalizeTypedHostName('domain', domain) }),
    }),
    toData: ({ wordpress }) =>
      wordpress?.map((row) => ({ url: row.url ?? null, id: findIdInRow(row, 'wp_id'), fields: row })) ?? null,
  }),

  ssh: defineReadCall<'ssh', 'hosting.ssh'>({
    endpoint: 'hosting.ssh',
    toInput: onlyServername,
    // API description, section "Server management", SSH facts: the host is the server name, the user is its first
    // label.
    toData: (answer, { servername }) => ({
      isEnabled: findWhetherSshIsEnabled(answer),
      host: servername,
      port: sshPort,
      user: servername.split('.')[0] as string,
    }),
  }),

  sshKeys: defineReadCall<'sshKeys', 'hosting.sshKeys'>({
    endpoint: 'hosting.sshKeys',
    toInput: onlyServername,
    toData: (answer) => findOnlyList(answer)?.map(parseSshKeyRow) ?? null,
  }),

  errorLog: defineReadCall<'errorLog', 'hosting.errorLog'>({
    endpoint: 'hosting.errorLog',
    toInput: ({ servername, domain, lines }) => ({
      servername,
      domain: normalizeTypedHostName('domain', domain),
      lines,
    }),
    toData(answer) {
      if (typeof answer === 'string') return answer.split(/\r?\n/)
      const rows = findOnlyList(answer)
      return rows?.every((row) => typeof row === 'string') ? rows : null
    },
  }),
}
