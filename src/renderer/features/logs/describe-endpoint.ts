import { endpointNames, type EndpointName } from '#shared/api/endpoints.ts'

type Translate = (key: string) => string

/** Returns the catalog's description of an endpoint. */
export function describeEndpoint(name: EndpointName, t: Translate): string {
  return t(`console.endpoint.${name.replace('.', '_')}`)
}

/** Returns the endpoints whose description contains the text, in any case of letters. */
export function findEndpointsByText(text: string, t: Translate): EndpointName[] {
  const wanted = text.toLowerCase()
  return endpointNames.filter((name) => describeEndpoint(name, t).toLowerCase().includes(wanted))
}
