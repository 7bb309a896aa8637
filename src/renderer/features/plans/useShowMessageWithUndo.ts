import { useMessage, type MessageReactive } from 'naive-ui'
import { h } from 'vue'
import UndoMessage, { type UndoMessageProps } from './UndoMessage.vue'

/** Shows a message about a change, with a button that undoes it. */
export function useShowMessageWithUndo() {
  const message = useMessage()

  return (type: 'success' | 'warning' | 'info', props: UndoMessageProps): void => {
    const shown: MessageReactive = message.create(() => h(UndoMessage, { ...props, onEnd: () => shown.destroy() }), {
      type,
      // The message ends itself.
      duration: 0,
    })
  }
}
