import type { Ref } from 'vue'

interface AccountSidebarKeyOptions {
  list: Readonly<Ref<HTMLElement | null>>
  /** True if the accounts of the folder with this item key are hidden. Null: the item is no folder. */
  isFolded: (itemKey: string) => boolean | null
  fold: (itemKey: string) => void
  openAccount: (itemKey: string) => void
  /** Called when Up is pressed on the first item. */
  moveUpOut: () => void
}

/**
 * Handles the keys of the account list. Up, Down, Home and End move between items, and a typed character moves to the
 * next item that starts with it. Right unfolds a folder, moves into it, or moves to the link that opens the account.
 * Left moves back, and folds a folder. Alt+Enter opens the account.
 */
export function useAccountSidebarKeyboard({ list, isFolded, fold, openAccount, moveUpOut }: AccountSidebarKeyOptions) {
  const listItems = () => [...(list.value?.querySelectorAll<HTMLElement>('[data-sidebar-item]') ?? [])]

  function focusItem(index: number): void {
    findChoice(listItems().at(index))?.focus()
  }

  function onRight(items: readonly HTMLElement[], index: number): void {
    const key = itemKey(items[index])
    const folded = isFolded(key)
    if (folded === true) fold(key)
    else if (folded === false) findChoice(items[index + 1])?.focus()
    else items[index]?.querySelector('a')?.focus()
  }

  function onLeft(items: readonly HTMLElement[], index: number, target: EventTarget | null): void {
    const key = itemKey(items[index])
    const choice = findChoice(items[index])
    if (target !== choice) choice?.focus()
    else if (isFolded(key) === false) fold(key)
    else if (isFolded(key) === null) findChoice(items.slice(0, index).findLast(isFolder))?.focus()
  }

  /** Keys with Shift move the focus as they do without it. Shift+Space selects a range. */
  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.isComposing) return
    const items = listItems()
    const index = items.findIndex((item) => item.contains(event.target as Node))
    if (index < 0) return
    const isCharacter = [...event.key].length === 1 && !' /'.includes(event.key)
    if (event.altKey) {
      if (event.key !== 'Enter') return
      openAccount(itemKey(items[index]))
    } else if (event.key === 'ArrowDown') findChoice(items[index + 1])?.focus()
    else if (event.key === 'ArrowUp') {
      if (index === 0) moveUpOut()
      else findChoice(items[index - 1])?.focus()
    } else if (event.key === 'Home') findChoice(items[0])?.focus()
    else if (event.key === 'End') findChoice(items.at(-1))?.focus()
    else if (event.key === 'ArrowRight') onRight(items, index)
    else if (event.key === 'ArrowLeft') onLeft(items, index, event.target)
    else if (isCharacter) findChoice(findItemStartingWith(items, index, event.key))?.focus()
    else return
    event.preventDefault()
  }

  return { onKey, focusItem }
}

function itemKey(item: HTMLElement | undefined): string {
  return item?.dataset['sidebarItem'] ?? ''
}

function findChoice(item: HTMLElement | undefined): HTMLElement | null {
  return item?.querySelector<HTMLElement>('[data-sidebar-choice]') ?? null
}

function isFolder(item: HTMLElement): boolean {
  return item.classList.contains('folder')
}

/** Returns the next item that starts with the typed character. Searches from `index + 1` and wraps around. */
function findItemStartingWith(items: readonly HTMLElement[], index: number, typed: string): HTMLElement | undefined {
  return [...items.slice(index + 1), ...items.slice(0, index + 1)].find((item) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(typed.toLocaleLowerCase()),
  )
}
