import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'

/** Our pages are served from here instead of `file://`, which has more rights than they need. */
export const rendererScheme = 'app'
export const rendererOrigin = `${rendererScheme}://bundle`

const csp = [
  "default-src 'none'",
  "script-src 'self'",
  // Naive UI writes its styles into the page.
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

/** Before `app` is ready: makes the scheme a secure origin of its own. */
export function registerRendererScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: rendererScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/** Answers `app://bundle/…` from `root`, GET only, nothing outside `root`. */
export function serveRendererFiles(root: string): void {
  protocol.handle(rendererScheme, async (request) => {
    const url = new URL(request.url)
    const path = normalize(join(root, decodeURIComponent(url.pathname === '/' ? '/index.html' : url.pathname)))
    const type = types[extname(path)]
    if (request.method !== 'GET' || url.host !== 'bundle' || !path.startsWith(root + sep) || !type) return new Response(null, { status: 404 })
    try {
      return new Response(await readFile(path), {
        headers: { 'content-type': type, 'content-security-policy': csp, 'x-content-type-options': 'nosniff' },
      })
    } catch {
      return new Response(null, { status: 404 })
    }
  })
}
