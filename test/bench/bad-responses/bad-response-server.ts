import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { badResponses } from './bad-response-cases.ts'

/**
 * The service of the bench, a separate process. It gives the chosen bad answer on one path, and small correct answers
 * elsewhere. `GET /kind/N` chooses the answer.
 */
let kind = -1
let isSpoilt = (_: string): boolean => false

const paths = {
  'domain list': /^\/v1\/domain$/,
  key: /^\/v1\/me$/,
  logs: /^\/v1\/logs/,
  'log page': /^\/v1\/logs/,
  prices: /^\/v1\/domain\/pricing/,
  'server information': /\/server-info$/,
  zone: /\/dns$/,
  'error log': /\/error-log/,
} as const

function honest(path: string): unknown {
  if (path === '/v1/me')
    return {
      expires_at: null,
      services: {
        domain: { permission_type: 'full', target_mode: 'all', targets: [] },
        server: { permission_type: 'full', target_mode: 'all', targets: [] },
      },
    }
  if (path === '/v1/domain')
    return {
      domains: [{ domain_name: 'example.com', expiry_date: '2027-03-31', status: 'active', decoded_domain: null }],
    }
  if (path === '/v1/server') return { servers: [{ servername: 'one.server.example', status: 'active' }] }
  if (path.endsWith('/dns')) return { records: [] }
  if (path.endsWith('/whois')) return { whois_privacy: true }
  if (path.endsWith('/nameservers')) return { nameservers: [] }
  if (path.endsWith('/registrar-lock')) return { locked: false }
  if (/^\/v1\/domain\/[^/]+$/.test(path)) return { domain_name: 'example.com', status: 'active', prices: [] }
  if (path.startsWith('/v1/logs')) return { logs: [], count: 0, limit: 50, has_more: false, next_cursor: null }
  return {}
}

function answer(path: string, response: ServerResponse): void {
  response.on('error', () => undefined)
  response.socket?.on('error', () => undefined)
  const chosen = badResponses[kind]
  if (chosen && isSpoilt(path)) return void chosen.answer(response)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(honest(path)))
}

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const asked = /^\/kind\/(-?\d+)$/.exec(path)
  request.resume()
  if (!asked) return answer(path, response)
  kind = Number(asked[1])
  const chosen = badResponses[kind]
  const pattern = chosen && paths[chosen.target]
  isSpoilt = (name) => pattern?.test(name) ?? false
  response.end()
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.stdin.resume()
process.stdin.on('end', () => process.exit())
