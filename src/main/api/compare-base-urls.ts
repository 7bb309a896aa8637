const loopbackHost = /^(127\.0\.0\.1|\[::1\]|\[::ffff:7f00:1\])$/
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * One text per service, to compare with: host, port and path of its address. One service under two spellings (`localhost` and `127.0.0.1`,
 * a dot after the name, upper case, the default port) has one text. Another port or path is another service.
 */
export function serviceIdentityOf(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  // Only what was parsed before is stored; a text that was damaged since is itself alone.
  if (!url) return baseUrl
  const name = url.hostname.replace(/\.+$/, '')
  const host = loopbackHost.test(name) ? 'localhost' : name
  return `${host}:${url.port || defaultPorts[url.protocol]}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`
}

export function isSameService(one: string, other: string): boolean {
  return one === other || serviceIdentityOf(one) === serviceIdentityOf(other)
}
