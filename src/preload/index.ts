import { contextBridge, ipcRenderer } from 'electron'
import { callChannel, eventChannel, type PreloadBridge } from '#shared/ipc/preload-bridge.ts'

const bridge: PreloadBridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input),
  listen: (receive) => {
    const forward = (_event: unknown, name: string, payload: unknown) => receive(name, payload)
    ipcRenderer.on(eventChannel, forward)
    return () => ipcRenderer.removeListener(eventChannel, forward)
  },
}

contextBridge.exposeInMainWorld('banto', bridge)
