import { readonly, ref, type DeepReadonly, type Ref } from 'vue'

/** Whether the system asks for dark colours; follows it live. */
export function usePreferredDark(): DeepReadonly<Ref<boolean>> {
  const query = window.matchMedia('(prefers-color-scheme: dark)')
  const prefersDark = ref(query.matches)
  query.addEventListener('change', (event) => {
    prefersDark.value = event.matches
  })
  return readonly(prefersDark)
}
