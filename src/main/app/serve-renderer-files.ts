import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'

/** The pages are served under this scheme instead of `file://`, which has more rights than they need. */
export const rendererScheme = 'app'
export const rendererOrigin = `${rendererScheme}://bundle`

const csp = [
  "default-src 'none'",
  "script-src 'self'",
  // Naive UI inserts its styles into the page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Call it before `app` is ready. Registers the scheme as a secure origin. */
export function registerRendererScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: rendererScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves `app://bundle/…` from the folder `root`: only GET, and no file outside `root`. */
export function serveRendererFiles(root: string): void {
  protocol.handle(rendererScheme, async (request) => {
    const url = new URL(request.url)
    const path = normalize(join(root, decodeURIComponent(url.pathname === '/' ? '/index.html' : url.pathname)))
    const type = types[extname(path)]
    if (request.method !== 'GET' || url.host !== 'bundle' || !path.startsWith(root + sep) || !type)
      return new Response(null, { status: 404 })
    try {
      return new Response(await readFile(path), {
        headers: { 'content-type': type, 'content-security-policy': csp, 'x-content-type-options': 'nosniff' },
      })
    } catch {
      return new Response(null, { status: 404 })
    }
  })
}
