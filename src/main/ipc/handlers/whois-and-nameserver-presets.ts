import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { WhoisAndNameserverPresetStore } from '#main/plans/whois-and-nameserver-preset-store.ts'

export function createWhoisAndNameserverPresetsHandlers({
  presets,
}: {
  presets: WhoisAndNameserverPresetStore
}): HandlersOf<'presets'> {
  return {
    'presets.list': ({ kind }) => presets.list(kind),
    'presets.save': ({ name, content }) => presets.save(name, content),
    'presets.remove'({ presetId }) {
      presets.remove(presetId)
      return null
    },
  }
}
