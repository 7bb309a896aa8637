import { createPinia, setActivePinia } from 'pinia'
import { createRenderer, type Component, type Plugin } from 'vue'
import { i18n } from '#renderer/text/i18n.ts'

interface Node {
  parent: Node | null
}
const node = (): Node => ({ parent: null })

/** A renderer without output: it only lets a component run its setup. */
const { createApp } = createRenderer<Node, Node>({
  createElement: node,
  createText: node,
  createComment: node,
  insert: (child, parent) => {
    child.parent = parent
  },
  remove: (child) => {
    child.parent = null
  },
  setText: () => undefined,
  setElementText: () => undefined,
  patchProp: () => undefined,
  parentNode: ({ parent }) => parent,
  nextSibling: () => null,
})

/** Runs a composable in the setup of a component with new stores and the app's texts; `leave` unmounts it. */
export function runInSetup<T>(
  setup: () => T,
  { plugins = [] }: { plugins?: readonly Plugin[] } = {},
): { made: T; leave: () => void } {
  const nothing = Object.assign(new EventTarget(), { matches: false })
  Object.assign(globalThis, { window: { ...globalThis.window, matchMedia: () => nothing } })
  const pinia = createPinia()
  setActivePinia(pinia)
  let made: T | undefined
  const component: Component = {
    setup() {
      made = setup()
      return () => null
    },
  }
  const app = createApp(component)
  app.use(pinia)
  app.use(i18n)
  for (const plugin of plugins) app.use(plugin)
  app.mount(node())
  return { made: made as T, leave: () => app.unmount() }
}
