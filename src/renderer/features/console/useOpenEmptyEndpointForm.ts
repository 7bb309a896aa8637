import { markRaw } from 'vue'
import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { useConsoleRequestAndAnswer } from './console-request-and-answer-store.ts'
import { createEmptyConsoleRequest, listEndpointFields } from './endpoint-fields.ts'
import EndpointForm from './EndpointForm.vue'

/** Returns a function that opens the form of a known endpoint with an empty request. Nothing is sent. */
export function useOpenEmptyEndpointForm(): (name: EndpointName) => void {
  const store = useConsoleRequestAndAnswer()
  return (name) => {
    const { method, path: template } = getEndpoint(name)
    const form = { component: markRaw(EndpointForm), props: { name }, method, template }
    store.load(createEmptyConsoleRequest(name), listEndpointFields(name).length > 0 ? form : null)
  }
}
