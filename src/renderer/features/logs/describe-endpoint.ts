import type { EndpointName } from '#shared/api/endpoints.ts'

type Translate = (key: string) => string

/** Returns the catalog's description of an endpoint. */
export function describeEndpoint(name: EndpointName, t: Translate): string {
  return t(`console.endpoint.${name.replace('.', '_')}`)
}

/** Returns the description of a dry run of a paid endpoint. */
export function describeDryRun(name: EndpointName, t: Translate): string {
  return t(`logs.dryRunOf.${name.replace('.', '_')}`)
}
