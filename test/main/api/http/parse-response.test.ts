import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#shared/api/endpoints.ts'
import { parseResponse } from '#main/api/http/parse-response.ts'
import { createResponseBodyWithoutLimits } from '#test/create-scanned-response-body-without-size-limits.ts'

describe('parsing a response', () => {
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    parseResponse(
      endpoints['domain.deleteRecord'],
      {
        status,
        headers,
        body: createResponseBodyWithoutLimits(
          new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
        ),
      },
      'the-secret',
      0,
    )

  test('An error of the service is reported with its code and message', async () => {
    expect(
      (await answer(422, { error: { code: 'VALIDATION_ERROR', message: 'No', errors: ['a', 'b'] } })).error,
    ).toMatchObject({
      kind: 'service',
      status: 422,
      code: 'VALIDATION_ERROR',
      serviceMessage: 'No',
      details: { errors: ['a', 'b'] },
    })
  })

  test('An error body of an undocumented shape still counts as an error of the service', async () => {
    expect((await answer(409, { code: 'BUSY', message: 'Later' })).error).toMatchObject({
      kind: 'service',
      status: 409,
      code: 'BUSY',
      serviceMessage: 'Later',
    })
    expect((await answer(409, { reason: 7 })).error).toMatchObject({ kind: 'service', status: 409, code: undefined })
    expect((await answer(409, { error: 'busy' })).error).toMatchObject({ kind: 'service', status: 409 })
  })

  test('An HTML page is reported as not_the_service, with its beginning', async () => {
    const { error } = await answer(200, '<!doctype html>\n<title>Sign in the-secret</title>', {
      'content-type': 'text/html',
    })
    expect(error).toMatchObject({
      kind: 'not_the_service',
      details: { contentType: 'text/html', excerpt: '<!doctype html> <title>Sign in •••</title>' },
    })
  })

  test('A blank body counts as data if the output shape has no required fields', async () => {
    for (const blank of ['', '\n', ' \r\n']) expect(await answer(200, blank)).toEqual({ data: {}, error: null })
    expect((await answer(200, `${' '.repeat(5_000)}<p>`)).error).toMatchObject({ kind: 'not_the_service' })
    expect(
      (
        await parseResponse(
          endpoints['domain.list'],
          { status: 200, headers: {}, body: createResponseBodyWithoutLimits(new Uint8Array()) },
          '',
          0,
        )
      ).error,
    ).toMatchObject({ kind: 'unknown_shape' })
  })

  test('JSON of another shape is not said to come from something else than the service', async () => {
    const body = createResponseBodyWithoutLimits(new TextEncoder().encode('{"domains":"wrong"}'))
    const { error } = await parseResponse(endpoints['domain.list'], { status: 200, headers: {}, body }, '', 0)
    expect(error).toMatchObject({ kind: 'unknown_shape', status: 200, details: { issues: [{ path: 'domains' }] } })
  })

  test('A success status other than 200 is reported as not_the_service, whatever the body says', async () => {
    for (const status of [201, 202, 204, 206, 299]) {
      const { data, error } = await parseResponse(
        endpoints['domain.list'],
        { status, headers: {}, body: createResponseBodyWithoutLimits(new TextEncoder().encode('{"domains":[]}')) },
        '',
        0,
      )
      expect({ data, kind: error?.kind, status: error?.status }).toEqual({
        data: null,
        kind: 'not_the_service',
        status,
      })
    }
  })

  test('A redirect is reported with the other origin and nothing more', async () => {
    expect((await answer(302, '', { location: 'https://other.example/path?token=the-secret' })).error).toMatchObject({
      kind: 'redirected',
      details: { to: 'https://other.example' },
    })
  })

  test('Any response gives data or an error that can be sent to the window, without the key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 599 }),
        fc.oneof(fc.string(), fc.json(), fc.constant('"the-secret"')),
        async (status, body) => {
          const { error, data } = await answer(status, `${body}`)
          expect(JSON.stringify([error?.message, error?.details, data])).not.toContain('the-secret')
        },
      ),
    )
  })
})
