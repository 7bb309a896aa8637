import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useHasReadingErrorCauseEnded } from '#renderer/composables/useHasReadingErrorCauseEnded.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The failure to connect of a reading ends in every view when the service is reached again, and a later failure stays', () => {
  const { made, leave } = runInSetup(() => ({
    isOver: useHasReadingErrorCauseEnded(),
    isOverElsewhere: useHasReadingErrorCauseEnded(),
    isOverAfterChange: useHasErrorCauseEnded(),
    app: useAppState(),
  }))
  onTestFinished(leave)
  const setState = (state: { isUnreachable: boolean; reconnections: number }) =>
    (made.app.state = { ...made.app.state, ...state })
  const failure = new AppError('no_network', 'The connection failed')
  expect(made.isOver(failure)).toBe(false)
  setState({ isUnreachable: true, reconnections: 0 })
  expect(made.isOver(failure)).toBe(false)
  // All accounts that failed were paused.
  setState({ isUnreachable: false, reconnections: 0 })
  expect(made.isOver(failure)).toBe(false)
  setState({ isUnreachable: false, reconnections: 1 })
  const later = new AppError('no_network', 'The connection failed')
  expect([failure, later].map(made.isOver)).toEqual([true, false])
  expect(made.isOverElsewhere(failure)).toBe(true)
  expect(made.isOverAfterChange(failure)).toBe(false)
  const throughProxy = new AppError('proxy_unreachable', 'The proxy failed')
  expect(made.isOver(throughProxy)).toBe(false)
})
