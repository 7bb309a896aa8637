import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import {
  createBrotliCompress,
  createDeflate,
  createGzip,
  gzipSync,
  type BrotliCompress,
  type Deflate,
  type Gzip,
} from 'node:zlib'
import { responseLimits } from '#shared/api/response-limits.ts'
import { waitForDrain, writeByteByByte, writeRepeated } from './stream-endless-or-large-bodies.ts'

/** The call that receives the answer. */
export type RequestedCall =
  'domain list' | 'key' | 'logs' | 'log page' | 'prices' | 'server information' | 'zone' | 'error log'

export interface BadResponse {
  name: string
  target: RequestedCall
  /** The call uses a separate account, because the answer may block the account. */
  isAlone?: boolean
  /** What the caller gets: `data`, or the kind of the error, its status and the exceeded measure. */
  got: string
  answer: (response: ServerResponse) => void | Promise<unknown>
}

const mib = 1024 * 1024
const large = 30 * mib
const json = { 'content-type': 'application/json' }
const many = (
  name: string,
  head: string,
  part: (index: number) => string,
  tail: string,
  got: string,
  target: RequestedCall = 'domain list',
  bytes = large,
): BadResponse => ({
  name,
  target,
  got,
  answer: (response) => writeRepeated(response.writeHead(200, json), head, part, bytes, tail),
})
const whole =
  (text: string, headers: Record<string, string> = {}, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { ...json, ...headers }).end(text)

const domainRow = (index: number) =>
  `{"domain_name":"customer-number-${index}.example.com","expiry_date":"2027-03-31","status":"active","decoded_domain":null}`
const listOf = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index)).join(',')
const honestList = `{"domains":[${listOf(20, domainRow)}]}`
const nested = (levels: number) => `${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`

function createDecompressionBomb(coding: string, create: () => Gzip | BrotliCompress | Deflate): BadResponse {
  return {
    name: `${coding} bomb`,
    target: 'domain list',
    got: 'too_large 200 text',
    async answer(response) {
      response.writeHead(200, { ...json, 'content-encoding': coding })
      const packer = create()
      packer.pipe(response)
      packer.write('{"domains":["')
      const block = Buffer.alloc(mib, 'a')
      for (let count = 0; count < 256 && !response.destroyed; count += 1)
        if (!packer.write(block)) await waitForDrain(packer, response)
      packer.end('"]}')
    },
  }
}

async function endless(response: ServerResponse): Promise<void> {
  await writeRepeated(
    response.writeHead(200, json),
    '{"domains":[',
    (index) => `${domainRow(index)},`,
    Number.POSITIVE_INFINITY,
    '',
  )
}

function raw(response: ServerResponse, text: string): void {
  response.socket?.end(text)
}

async function flood(response: ServerResponse, head: string, part: string, bytes: number): Promise<void> {
  const { socket } = response
  if (!socket) return
  socket.write(head)
  const piece = part.repeat(Math.ceil((64 * 1024) / part.length))
  for (let written = 0; written < bytes && !socket.destroyed; written += piece.length)
    if (!socket.write(piece)) await waitForDrain(socket)
  socket.end()
}

const now = () => Math.floor(Date.now() / 1000)
const logs = (count: number) =>
  `{"logs":[${listOf(count, (index) => `{"method":"GET","path":"/v1/domain/example-${index}.com/dns","status_code":200,"response_time_ms":12,"ip_address":"192.0.2.1","created_at":"2026-11-20 12:00:00"}`)}],"count":${count},"limit":500,"has_more":false,"next_cursor":null}`
const { domains, error, key, lines, list, zone } = responseLimits

/** Answers of a broken service or of another server; and the largest permitted answers. */
export const badResponses: readonly BadResponse[] = [
  many('list of 15 million numbers', '{"domains":[', () => '1,', '1]}', 'too_large 200 values'),
  many(
    'list of 300,000 domains',
    '{"domains":[',
    (index) => `${domainRow(index)},`,
    `${domainRow(0)}]}`,
    'too_large 200 values',
  ),
  many('list of empty objects', '{"domains":[', () => '{},', '{}]}', 'too_large 200 values'),
  many(
    '30 MB in server information',
    '{"ip_address":[',
    (index) => `"${index}",`,
    '""]}',
    'too_large 200 values',
    'server information',
  ),
  many('lists nested 30 million deep', '', () => '[', '', 'too_large 200 depth'),
  many('objects nested 5 million deep', '', () => '{"a":', '', 'too_large 200 depth'),
  many('one text of 30 MB', '{"domains":["', () => 'abcdefghij', '"]}', 'too_large 200 text'),
  many('one name of 30 MB', '{"', () => 'abcdefghij', '":1}', 'too_large 200 text'),
  many('2 million names', '{"domains":[],', (index) => `"name ${index}":1,`, '"":1}', 'too_large 200 names'),
  many('names that are numbers', '{"domains":[],', (index) => `"${index * 65_536}":1,`, '"":1}', 'too_large 200 names'),
  many('one name 3 million times', '{', () => '"domains":1,', '"domains":[]}', 'too_large 200 values'),
  many('one number of 30 million digits', '{"domains":[', () => '1234567890', ']}', 'too_large 200 text'),
  many(
    'numbers with exponents',
    '{"domains":[',
    () => '1.7976931348623157e308,-5e-324,',
    '1]}',
    'too_large 200 values',
  ),
  many('short escapes', '{"domains":["', () => '\\n\\t\\"\\\\', '"]}', 'too_large 200 text'),
  many('escapes of characters', '{"domains":["', () => '\\u0041\\u3042\\ud83d\\ude00', '"]}', 'too_large 200 text'),
  many('characters of four bytes', '{"domains":["', () => '\u{1f600}\u3042', '"]}', 'too_large 200 text'),
  many('30 MB of blanks', '{"domains":', () => ' \n\t ', '[]}', 'too_large 200 bytes'),
  many('text after the end', '{"domains":[]}', () => 'x', '', 'not_the_service 200'),
  many('a page of 30 MB', '<!doctype html>', () => '<p>Sign in</p>', '', 'not_the_service 200'),
  {
    name: 'a whole list in one-byte chunks',
    target: 'domain list',
    got: 'data',
    answer: (response) =>
      writeByteByByte(response.writeHead(200, json), `{"domains":[${listOf(8_000, domainRow)}]}`, false),
  },
  {
    name: 'one-byte chunks without end',
    target: 'domain list',
    got: 'too_large 200 bytes',
    answer: (response) => writeByteByByte(response.writeHead(200, json), ' '.repeat(50_000), true),
  },
  createDecompressionBomb('gzip', createGzip),
  createDecompressionBomb('br', createBrotliCompress),
  createDecompressionBomb('deflate', createDeflate),
  {
    name: 'packed twice',
    target: 'domain list',
    got: 'cut_off 200',
    answer: (response) =>
      void response.writeHead(200, { ...json, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync(honestList))),
  },
  { name: 'a body without end', target: 'domain list', got: 'too_large 200 values', answer: endless },
  {
    name: 'a body that drips for three seconds',
    target: 'domain list',
    got: 'data',
    async answer(response) {
      response.writeHead(200, json)
      for (let at = 0; at < 60; at += 1) {
        response.write(honestList[at])
        await sleep(50)
      }
      response.end(honestList.slice(60))
    },
  },
  {
    name: 'a body shorter than announced',
    target: 'domain list',
    got: 'cut_off 200',
    answer: (response) =>
      void response
        .writeHead(200, { ...json, 'content-length': '99999999999' })
        .write(honestList, () => response.socket?.destroy()),
  },
  {
    name: 'a body longer than announced',
    target: 'domain list',
    got: 'data',
    answer: (response) =>
      raw(response, `HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"domains":[]}${' '.repeat(100_000)}`),
  },
  {
    name: '30 MB of headers',
    target: 'domain list',
    got: 'too_large headers',
    answer: (response) => flood(response, 'HTTP/1.1 200 OK\r\n', 'X-Some: thing\r\n', large),
  },
  {
    name: 'early hints without end',
    target: 'domain list',
    got: 'too_large headers',
    answer: (response) => flood(response, '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', large),
  },
  {
    name: 'a chunk whose extension does not end',
    target: 'domain list',
    got: 'cut_off 200',
    answer: (response) => flood(response, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1', ';a=b', large),
  },
  {
    name: 'a header named __proto__',
    target: 'domain list',
    got: 'data',
    answer: (response) =>
      raw(response, `HTTP/1.1 200 OK\r\n__proto__: x\r\nContent-Length: ${honestList.length}\r\n\r\n${honestList}`),
  },
  {
    name: 'a limit of 999999999999',
    target: 'logs',
    isAlone: true,
    got: 'data',
    answer: whole(logs(1), { 'x-ratelimit-limit': '999999999999', 'x-ratelimit-remaining': '0' }),
  },
  {
    name: 'a limit of a day, spent by others',
    target: 'logs',
    isAlone: true,
    got: 'data',
    answer: (response) =>
      whole(logs(1), {
        'x-ratelimit-limit': '999999999999',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': `${now() + 40_000}`,
      })(response),
  },
  {
    name: '999999999999 at once',
    target: 'logs',
    isAlone: true,
    got: 'data',
    answer: whole(logs(1), { 'x-ratelimit-concurrent-limit': '999999999999', 'x-ratelimit-concurrent-remaining': '0' }),
  },
  {
    name: 'a wait of 31,000 years',
    target: 'logs',
    isAlone: true,
    got: 'service 429',
    answer: whole('{"error":{"code":"RATE_LIMIT_EXCEEDED","message":"Later"}}', { 'retry-after': '999999999999' }, 429),
  },
  {
    name: 'a clock in the year 275760',
    target: 'logs',
    isAlone: true,
    got: 'data',
    answer: whole(logs(1), { date: 'Sat, 13 Sep 275760 00:00:00 GMT', 'x-ratelimit-reset': '999999999999' }),
  },
  {
    name: 'an error message of 30 MB',
    target: 'domain list',
    got: 'too_large 422 text',
    answer: (response) =>
      writeRepeated(
        response.writeHead(422, json),
        '{"error":{"code":"VALIDATION_ERROR","message":"',
        () => 'no, ',
        large,
        '"}}',
      ),
  },
  {
    name: 'an error message of 10 KB',
    target: 'domain list',
    got: 'service 422',
    answer: whole(`{"error":{"code":"VALIDATION_ERROR","message":"${'no, '.repeat(2_500)}"}}`, {}, 422),
  },
  {
    name: 'a million reasons in an error',
    target: 'domain list',
    got: 'too_large 422 values',
    answer: (response) =>
      writeRepeated(
        response.writeHead(422, json),
        '{"error":{"code":"VALIDATION_ERROR","errors":[',
        () => '"no",',
        5 * mib,
        '"no"]}}',
      ),
  },
  {
    name: 'a page of 5 MB as 403',
    target: 'domain list',
    got: 'not_the_service 403',
    answer: (response) =>
      writeRepeated(
        response.writeHead(403, { 'content-type': 'text/html' }),
        '<!doctype html>',
        () => '<p>No</p>',
        5 * mib,
        '',
      ),
  },
  {
    name: 'server information nested 2,000 deep',
    target: 'server information',
    got: 'too_large 200 depth',
    answer: whole(nested(1_000)),
  },
  { name: '100,000 log entries', target: 'log page', got: 'too_large 200 values', answer: whole(logs(100_000)) },
  {
    name: 'the largest list: 50,000 domains',
    target: 'domain list',
    got: 'data',
    answer: whole(`{"domains":[${listOf(50_000, domainRow)}]}`),
  },
  {
    name: 'a list of rows with names of their own',
    target: 'domain list',
    got: 'too_large 200 names',
    answer: whole(
      `{"domains":[${listOf(Math.floor(domains.values / 8) - 1, (index) => `{"domain_name":"${index}","status":"","a${index}":1,"b${index}":1,"c${index}":1,"d${index}":1,"e${index}":1}`)}]}`,
    ),
  },
  {
    name: 'the largest list: most bytes',
    target: 'domain list',
    got: 'data',
    answer: whole(
      `{"domains":[${listOf(2_900, (index) => `{"domain_name":"${index}${'\\u3042'.repeat(650)}","status":""}`)}]}`,
    ),
  },
  {
    name: 'the largest list: most values',
    target: 'domain list',
    got: 'data',
    answer: whole(
      `{"domains":[${listOf(Math.floor(domains.values / 8) - 1, (index) => `{"domain_name":"${index}","status":"","a":1,"b":2,"c":3,"d":[],"e":"${index}"}`)}]}`,
    ),
  },
  {
    name: 'the largest key: most targets',
    target: 'key',
    got: 'data',
    answer: whole(
      `{"expires_at":null,"services":{"domain":{"permission_type":"full","target_mode":"selected","targets":[${listOf(key.values - 10, (index) => `"customer-${index}.example.com"`)}]}}}`,
    ),
  },
  {
    name: 'a key of 60,000 permissions',
    target: 'key',
    got: 'too_large 200 names',
    answer: whole(
      `{"expires_at":null,"services":{"domain":{"permission_type":"custom","permissions":{${listOf(key.values - 10, (index) => `"name ${index}":"full"`)}}}}}`,
    ),
  },
  {
    name: 'a key of 30,000 services',
    target: 'key',
    got: 'too_large 200 names',
    answer: whole(
      `{"expires_at":null,"services":{${listOf(Math.floor(key.values / 2) - 10, (index) => `"${index}":{"a":1}`)}}}`,
    ),
  },
  {
    name: 'the largest zone',
    target: 'zone',
    got: 'data',
    answer: whole(
      `{"records":[${listOf(Math.floor(zone.values / 7) - 1, (index) => `{"id":${index},"type":"TXT","host":"host-${index}","content":"${`some text of a record ${index} `.repeat(6)}","ttl":3600,"priority":0}`)}]}`,
    ),
  },
  {
    name: 'the largest prices',
    target: 'prices',
    got: 'data',
    answer: whole(
      `{"prices":[${listOf(Math.floor(list.values / 7) - 1, (index) => `{"tld":"tld${index}","register":1,"renew":1,"transfer":null,"currency":"JPY","campaign_applied":false}`)}]}`,
    ),
  },
  {
    name: 'the largest text: escapes',
    target: 'error log',
    got: 'data',
    answer: whole(`{"log":"${'\\u0041'.repeat(Math.floor(lines.textBytes / 6) - 10)}"}`),
  },
  {
    name: 'the largest error',
    target: 'domain list',
    got: 'service 422',
    answer: whole(
      `{"error":{"code":"VALIDATION_ERROR","errors":[${listOf(error.values - 10, (index) => `"${index} ${'x'.repeat(40)}"`)}]}}`,
      {},
      422,
    ),
  },
]
