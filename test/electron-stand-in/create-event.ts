/** An event object as Electron passes it to listeners, with `preventDefault`. */
export function createEvent<Extra extends object>(
  extra: Extra = {} as Extra,
): Extra & { preventDefault: () => void; readonly defaultPrevented: boolean } {
  let isPrevented = false
  return Object.defineProperty(
    Object.assign(extra, {
      preventDefault: () => {
        isPrevented = true
      },
    }),
    'defaultPrevented',
    { get: () => isPrevented },
  ) as Extra & { preventDefault: () => void; readonly defaultPrevented: boolean }
}
