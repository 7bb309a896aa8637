import { useClipboard } from '@vueuse/core'
import { useMessage } from 'naive-ui'
import { useI18n } from 'vue-i18n'

/** Copies a text and shows the message `confirmation`. */
export function useCopyText(): (text: string, confirmation: string) => Promise<void> {
  const { t } = useI18n()
  const message = useMessage()
  const { copy, copied } = useClipboard({ legacy: true })

  return async (text, confirmation) => {
    const focused = document.activeElement
    await copy(text)
    // Without the clipboard API, the text is copied from a field that takes the focus.
    if (document.activeElement !== focused && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    if (copied.value) message.success(confirmation)
    else message.error(t('listTools.menu.notCopied'))
  }
}
