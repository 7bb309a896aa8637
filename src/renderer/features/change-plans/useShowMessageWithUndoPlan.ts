import { useMessage, type MessageReactive } from 'naive-ui'
import { h } from 'vue'
import MessageWithUndoPlan, { type MessageWithUndoPlanProps } from './MessageWithUndoPlan.vue'

/** Shows a message about a change, with a button that undoes it. */
export function useShowMessageWithUndoPlan() {
  const message = useMessage()

  return (type: 'success' | 'warning' | 'info', props: MessageWithUndoPlanProps): void => {
    const shown: MessageReactive = message.create(
      () => h(MessageWithUndoPlan, { ...props, onEnd: () => shown.destroy() }),
      {
        type,
        // The message ends itself.
        duration: 0,
      },
    )
  }
}
