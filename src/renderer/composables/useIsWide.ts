import { readonly, ref, type DeepReadonly, type Ref } from 'vue'

/** Whether the window has room for every column of a table beside an open drawer. */
const query = window.matchMedia('(min-width: 1600px)')
const isWide = ref(query.matches)
query.addEventListener('change', (event) => {
  isWide.value = event.matches
})

export function useIsWide(): DeepReadonly<Ref<boolean>> {
  return readonly(isWide)
}
