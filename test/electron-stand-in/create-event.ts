/** An event object as Electron hands it to listeners that may prevent what follows. */
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
