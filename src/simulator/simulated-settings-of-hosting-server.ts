/** One domain that is set up on a server. `files` and `megabytes`: what its folder holds. */
export interface HostedDomain {
  ssl: boolean
  redirectHttps: boolean
  files: number
  megabytes: number
}

export interface WordpressSite {
  url: string
  title: string
  database: string
  databaseUser: string
  cronJob: number
}

/** Everything that server management shows or changes on one server (API description, section "Server management"). */
export interface SimulatedHostingServer {
  lastId: number
  domains: Map<string, HostedDomain>
  subdomains: Map<string, { ssl: boolean }>
  wordpress: Map<number, WordpressSite>
  databases: Map<string, { characterSet: string }>
  databaseUsers: Map<string, { password: string; grants: Set<string> }>
  cronJobs: Set<number>
  isSshEnabled: boolean
  sshKeys: Map<number, { label: string; publicKey: string }>
  /** Lines by domain, oldest first. */
  errorLog: Map<string, string[]>
  /** Every cache that was cleared, oldest first. `at`: epoch milliseconds. */
  clearedCaches: { at: number; domain: string }[]
}

const emptyDomain = { files: 12, megabytes: 2 }
export const sizeOfNewWordpressSite = { files: 3_200, megabytes: 68 }
const generatedLogLines = 20

export function createHostedDomain(ssl: boolean, redirectHttps: boolean): HostedDomain {
  return { ssl, redirectHttps, ...emptyDomain }
}

function generateLogLines(): string[] {
  return Array.from(
    { length: generatedLogLines },
    (_, index) => `[error] [client 192.0.2.${index + 1}] File does not exist: /favicon-${index}.ico`,
  )
}

/** `errorLog`: lines by domain. Domains without an entry have generated lines. */
export function createSimulatedHosting(
  names: readonly string[],
  errorLog: Readonly<Record<string, readonly string[]>> = {},
): SimulatedHostingServer {
  return {
    lastId: 0,
    domains: new Map(names.map((name) => [name, createHostedDomain(true, false)])),
    subdomains: new Map(),
    wordpress: new Map(),
    databases: new Map(),
    databaseUsers: new Map(),
    cronJobs: new Set(),
    isSshEnabled: false,
    sshKeys: new Map(),
    errorLog: new Map(names.map((name) => [name, [...(errorLog[name] ?? generateLogLines())]])),
    clearedCaches: [],
  }
}

/** Adds a domain. Its error log is empty. */
export function addHostedDomain(hosting: SimulatedHostingServer, name: string, domain: HostedDomain): void {
  hosting.domains.set(name, domain)
  hosting.errorLog.set(name, [])
}

/** Returns the next ID of an SSH key or WordPress site on this server. */
export function takeNextSshKeyOrWordpressSiteId(hosting: SimulatedHostingServer): number {
  hosting.lastId += 1
  return hosting.lastId
}
