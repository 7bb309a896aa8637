import { endpointNames, type EndpointName } from '#shared/api/endpoints.ts'
import { describeEndpoint } from './describe-endpoint.ts'

type Translate = (key: string) => string

/** Returns the endpoints whose description contains the text, in any case of letters. */
export function findEndpointsByText(text: string, t: Translate): EndpointName[] {
  const wanted = text.toLowerCase()
  return endpointNames.filter((name) => describeEndpoint(name, t).toLowerCase().includes(wanted))
}
