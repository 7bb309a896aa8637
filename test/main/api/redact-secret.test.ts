import { describe, expect, test } from 'vitest'
import { parseResponse } from '#main/api/http/parse-response.ts'
import { getEndpoint } from '#shared/api/endpoints.ts'
import { createResponseBodyWithoutLimits } from '#test/create-scanned-response-body-without-size-limits.ts'
import { secret, startSimulatorClientRig, domainListCall } from './api-client-rig.ts'
import { captureRejection } from '#test/capture-rejection.ts'

describe('the secret of a key', () => {
  test('The secret appears in no error, log or data, even if the service repeats it', async () => {
    const { api, simulator, database } = await startSimulatorClientRig()
    simulator.faults.add({
      times: 1,
      fault: {
        kind: 'status',
        status: 422,
        body: { error: { code: 'VALIDATION_ERROR', message: `Bearer ${secret}`, errors: [secret] } },
      },
    })
    const error = await captureRejection(api.call(domainListCall))
    expect(error).toMatchObject({
      kind: 'service',
      code: 'VALIDATION_ERROR',
      serviceMessage: 'Bearer •••',
      details: { errors: ['•••'] },
    })
    simulator.faults.add({
      times: 1,
      fault: { kind: 'status', status: 200, body: { domains: [{ domain_name: secret, status: 'active' }] } },
    })
    expect((await api.call(domainListCall)).data.domains[0]?.domain_name).toBe('•••')
    expect(JSON.stringify(database.all('select * from request'))).not.toContain(secret)
  })

  test.each([
    ['a slash after a backslash', (key: string) => key.replaceAll('/', '\\/').replaceAll('"', '\\"')],
    ['an escaped quotation mark', (key: string) => key.replaceAll('"', '\\"')],
    [
      'every character as a Unicode escape',
      (key: string) =>
        [...key].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`).join(''),
    ],
    ['percent-encoded in lower case', (key: string) => encodeURIComponent(key).toLowerCase()],
    ['after an escaped backslash', (key: string) => `\\\\${key.replaceAll('/', '\\/').replaceAll('"', '\\u0022')}`],
  ])('The secret is redacted in a response that writes it in another form: %s', async (_, write) => {
    const odd = '/key"of/the\u00e9-first'
    const answer = (status: number, text: string) =>
      parseResponse(
        getEndpoint('domain.list'),
        { status, headers: {}, body: createResponseBodyWithoutLimits(new TextEncoder().encode(text)) },
        odd,
        0,
      )
    const written = write(odd)
    const { data } = await answer(
      200,
      `{"domains":[{"domain_name":"${written}","status":"${written}","${written}":"x"}]}`,
    )
    const { error } = await answer(422, `{"error":{"code":"X","message":"${written}","errors":["a ${written} b"]}}`)
    expect(data).not.toBeNull()
    expect(error?.serviceMessage).toMatch(/•••/)
    for (const shown of [
      JSON.stringify(data),
      error?.serviceMessage ?? '',
      ...(error?.details['errors'] as string[]),
    ]) {
      expect(shown).not.toContain('key')
      expect(decodeURIComponent(shown)).not.toContain('the\u00e9-first')
    }
  })

  test('The secret is redacted in headers that an error repeats', async () => {
    const odd = 'key/of-the-first'
    const answer = (status: number, headers: Record<string, string>) =>
      parseResponse(
        getEndpoint('domain.list'),
        { status, headers, body: createResponseBodyWithoutLimits(new TextEncoder().encode('<p>')) },
        odd,
        0,
      )
    expect((await answer(200, { 'content-type': `text/html; key=${odd}` })).error?.details).toMatchObject({
      contentType: 'text/html; key=•••',
    })
    const { error } = await parseResponse(
      getEndpoint('domain.list'),
      {
        status: 302,
        headers: { location: 'https://plain-key.example/x' },
        body: createResponseBodyWithoutLimits(new Uint8Array()),
      },
      'plain-key',
      0,
    )
    expect(JSON.stringify([error?.message, error?.details])).not.toContain('plain-key')
  })
})
