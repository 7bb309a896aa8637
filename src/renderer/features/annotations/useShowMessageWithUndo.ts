import { useMessage, type MessageReactive } from 'naive-ui'
import { h } from 'vue'
import MessageWithUndo from './MessageWithUndo.vue'

export interface MessageWithUndoOptions {
  /** What the message says, in the current language. */
  done: () => string
  undone: () => string
  undo: () => Promise<unknown>
  testId: string
}

/** Returns a function that shows the message of a change that can be undone. */
export function useShowMessageWithUndo(): (change: MessageWithUndoOptions) => void {
  const message = useMessage()
  return ({ done, undone, undo, testId }) => {
    const shown: MessageReactive = message.create(
      () => h(MessageWithUndo, { done: done(), undone: undone(), undo, testId, onEnd: () => shown.destroy() }),
      // The message ends itself.
      { type: 'success', duration: 0 },
    )
  }
}
