import { expect, test } from 'vitest'
import { findEndpointsByText } from '#renderer/features/logs/find-endpoints-by-text.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const t = setMessageLanguage('en')

test('Endpoints are found by a part of their description, in any case of letters', () => {
  expect(findEndpointsByText('dns RECORDS of', t)).toEqual({ textEndpoints: ['domain.dns'], textDryRunEndpoints: [] })
  expect(findEndpointsByText('no endpoint says this', t)).toEqual({ textEndpoints: [], textDryRunEndpoints: [] })
})

test('Dry runs are found by their own description', () => {
  expect(findEndpointsByText('Renew a domain (dry', t)).toEqual({
    textEndpoints: [],
    textDryRunEndpoints: ['domain.renew'],
  })
  expect(findEndpointsByText('renew a domain (paid', t)).toEqual({
    textEndpoints: ['domain.renew'],
    textDryRunEndpoints: [],
  })
})
