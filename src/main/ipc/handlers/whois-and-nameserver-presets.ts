import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { PresetStore } from '#main/plans/whois-and-nameserver-preset-store.ts'

export function createPresetsHandlers({ presets }: { presets: PresetStore }): HandlersOf<'presets'> {
  return {
    'presets.list': ({ kind }) => presets.list(kind),
    'presets.save': ({ name, content }) => presets.save(name, content),
    'presets.remove'({ presetId }) {
      presets.remove(presetId)
      return null
    },
  }
}
