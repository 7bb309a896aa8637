import { recordedCalls } from './recorded-desktop-calls.ts'

type MessageOptions = {
  buttons?: string[]
  cancelId?: number
  defaultId?: number
  message?: string
  title?: string
  detail?: string
}

/** Records a dialog. The arguments are `(options)` or `(window, options)`. */
function record<Options>(kind: string, args: unknown[]): Options {
  const options = (args.length > 1 ? args[1] : args[0]) as Options
  recordedCalls.dialogs.push({ kind, options })
  return options
}

function answerOf({ cancelId, defaultId }: MessageOptions): number {
  return cancelId ?? defaultId ?? 0
}

/** No user can answer, so every dialog is recorded and cancelled. Tests replace these functions. */
export const dialog = {
  async showMessageBox(...args: unknown[]) {
    return { response: answerOf(record<MessageOptions>('message', args)), checkboxChecked: false }
  },
  showMessageBoxSync: (...args: unknown[]): number => answerOf(record<MessageOptions>('message', args)),
  showErrorBox(title: string, content: string): void {
    recordedCalls.dialogs.push({ kind: 'error', options: { title, content } })
    process.stderr.write(`${title}\n${content}\n`)
  },
  async showOpenDialog(...args: unknown[]) {
    record('open', args)
    return { canceled: true, filePaths: [] as string[] }
  },
  showOpenDialogSync(...args: unknown[]): string[] | undefined {
    record('open', args)
    return undefined
  },
  async showSaveDialog(...args: unknown[]) {
    record('save', args)
    return { canceled: true, filePath: '' }
  },
  showSaveDialogSync(...args: unknown[]): string {
    record('save', args)
    return ''
  },
  async showCertificateTrustDialog(...args: unknown[]) {
    record('certificate', args)
  },
}
