const loopbackHost = /^(127\.0\.0\.1|\[::1\]|\[::ffff:7f00:1\])$/
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Returns a text that is equal for equal services: host, port and path of the base URL. Different spellings of one
 * service (`localhost` and `127.0.0.1`, a dot after the name, upper case, the default port) give one text. Another port
 * or path is another service.
 */
export function getServiceIdentity(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  // Stored base URLs were parsed before. A damaged text is compared as it is.
  if (!url) return baseUrl
  const name = url.hostname.replace(/\.+$/, '')
  const host = loopbackHost.test(name) ? 'localhost' : name
  return `${host}:${url.port || defaultPorts[url.protocol]}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`
}

export function isSameService(one: string, other: string): boolean {
  return one === other || getServiceIdentity(one) === getServiceIdentity(other)
}
