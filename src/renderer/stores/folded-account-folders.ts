import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Keeps which folders are folded in the account sidebar. The view state restores this after a restart. */
export const useFoldedAccountFolders = defineStore('account-sidebar', () => {
  const foldedFolders = shallowRef<string[]>([])

  function isFolded(name: string): boolean {
    return foldedFolders.value.includes(name)
  }

  /** `present`: the names of all folders. A folder that no account is in any more is forgotten. */
  function toggleFolded(name: string, present: readonly string[]): void {
    const others = foldedFolders.value.filter((each) => each !== name && present.includes(each))
    foldedFolders.value = isFolded(name) ? others : [...others, name]
  }

  return { foldedFolders, isFolded, toggleFolded }
})
