// Chromium supports only its own schemes. It therefore gets `app://bundle/x` as `https://bundle.app.invalid/x`, with a
// host name that never resolves, and the app gets the original URL.

const schemes = new Set<string>()
const suffix = '.invalid'

export function registerAppScheme(scheme: string): void {
  if (!/^[a-z][a-z0-9-]*$/.test(scheme)) throw new Error(`The stand-in cannot show the scheme "${scheme}" to Chromium`)
  schemes.add(scheme)
}

/** The URL for Chromium. */
export function toBrowserUrl(url: string): string {
  const match = /^([a-z][a-z0-9-]*):\/\/([^/?#]+)(.*)$/i.exec(url)
  const scheme = match?.[1]?.toLowerCase() ?? ''
  if (!match || !schemes.has(scheme)) return url
  const rest = match[3] ?? ''
  return `https://${match[2]}.${scheme}${suffix}${rest.startsWith('/') ? '' : '/'}${rest}`
}

/** The URL for the app. */
export function toAppUrl(url: string): string {
  const match = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9-]*)\.invalid(?=[/?#]|$)(.*)$/.exec(url)
  const scheme = match?.[2] ?? ''
  return match && schemes.has(scheme) ? `${scheme}://${match[1]}${match[3] ?? ''}` : url
}

export function parseAppScheme(url: string): string | undefined {
  const scheme = /^([a-z][a-z0-9-]*):/.exec(toAppUrl(url))?.[1]
  return scheme !== undefined && schemes.has(scheme) ? scheme : undefined
}

/** Replaces the app's scheme and URLs in a Content-Security-Policy by those that Chromium uses. */
export function toBrowserContentSecurityPolicy(policy: string): string {
  return policy
    .split(/(\s+|;)/)
    .map((token) => {
      const scheme = /^([a-z][a-z0-9-]*):$/.exec(token)?.[1]
      if (scheme !== undefined && schemes.has(scheme)) return `https://*.${scheme}${suffix}`
      return token.includes('://') ? toBrowserUrl(token) : token
    })
    .join('')
}
