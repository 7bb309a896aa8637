const scheme = /^mailto:/i

/** Returns the addresses of report URIs as a person types them: without `mailto:`, separated by commas. */
export function formatDmarcReportUris(uris: readonly string[]): string {
  return uris.map((uri) => uri.replace(scheme, '')).join(', ')
}

/** Returns the report URIs of typed addresses. An address that already has a scheme is kept. */
export function toDmarcReportUris(typed: string): string[] {
  return typed
    .split(/[\s,、]+/)
    .filter((part) => part !== '')
    .map((part) => (/^[a-z]+:/i.test(part) ? part : `mailto:${part}`))
}
